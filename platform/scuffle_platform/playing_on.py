"""Playing on from any step of a match that has ended: a person, or bots in a challenge."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scuffle.contract import CHANCE, View
from scuffle.refold import fold
from scuffle.replay import Replay
from scuffle_platform import challenges, hand_play
from scuffle_platform.challenges import Challenge
from scuffle_platform.hand_play import Wish
from scuffle_platform.problems import Problem, forbidden, invalid
from scuffle_platform.store.models import HIDDEN, Account, Match
from scuffle_platform.store.origins import Origin

ME = "me"
"""Who sits there by hand, in place of a bot's id."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A position of a match that has ended.

    Attributes:
        step: how many steps were taken.
        last: the last step from which the match can be played on.
        view: what everybody sees.
        player: who acts; ``CHANCE`` for none of them.
    """

    step: int
    last: int
    view: View
    player: int


def check(match: Match) -> None:
    """Whether a match may be played on in public.

    Raises:
        Problem: 403, it is a league's, or not for everybody.
    """
    if match.league_id is not None or match.kind in HIDDEN:
        raise forbidden(
            "A match that is not for everybody cannot be played on, since that is.",
            "Play on from a match of the public ladder.",
        )


def turn_at(replay: Replay, step: int) -> Turn:
    """A position of a match, the last one from which it goes on at most.

    Raises:
        Problem: 409, its seed is still a secret, and with it the dice to come.
    """
    if not replay.seed:
        raise Problem(
            409,
            "seed-secret",
            "Other matches with the same dice are still being played.",
            "Play on from this match once its set has ended.",
        )
    rules = replay.rules
    states = list(
        fold(rules, len(replay.players), replay.seed, replay.steps, replay.verdicts, replay.given)
    )
    going = [number for number, state in enumerate(states) if rules.to_act(state) is not None]
    at = min(max(0, step), going[-1])
    player = rules.to_act(states[at])
    return Turn(at, going[-1], rules.view(states[at], None), CHANCE if player is None else player)


def begin(account: Account, match: Match, replay: Replay, step: int, seats: Sequence[str]) -> Match:
    """Play on: by hand if one seat is ``ME``, else as a challenge.

    Args:
        account: who asks.
        match: the match that it is played on from.
        replay: its replay, as the account may see it.
        step: how many of its steps are kept.
        seats: by seat a bot's id or ``ME``.

    Raises:
        Problem: it has no such step, its seed is a secret, or what hand play or challenges refuse.
    """
    check(match)
    at = turn_at(replay, step)
    if at.step != step:
        raise invalid(f"There is no going on after step {step}.", f"The last is {at.last}.")
    if len(seats) != len(replay.players) or seats.count(ME) > 1:
        raise invalid("One seat can be yours, and each other one is a bot's.", "Choose again.")
    common: dict[str, Any] = {
        "settings": replay.settings,
        "seed": replay.seed,
        "origin": Origin(match.id, step),
    }
    if ME in seats:
        by_hand = [None if one == ME else one for one in seats]
        return hand_play.begin(account, Wish(replay.game, by_hand, **common))
    return challenges.ask(account, Challenge(replay.game, [(one, None) for one in seats], **common))
