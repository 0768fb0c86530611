"""A match that is being played, as far as it was shown, in the form of its later replay.

Whoever calls has asked ``secrecy`` first who may see it, and through whose eyes.
"""

from collections.abc import Sequence
from typing import Any

from scuffle.contract import Verdict
from scuffle.film import EVERYONE, film
from scuffle.jobs import StepRecord, VerdictRecord
from scuffle.live_film import LiveFilm
from scuffle.refold import Unfoldable, fold
from scuffle.registry import make
from scuffle.replay import Replay, ReplayPlayer
from scuffle_platform.live import live
from scuffle_platform.secrecy import WITHHELD
from scuffle_platform.store.models import Match


def replay_so_far(match: Match) -> Replay:
    """What was played until now, without seed, verdicts and outcome.

    Args:
        match: one that is being played, with its seats, their bots and versions.
    """
    return begun(match, live().steps(match.id, match.attempts))


def begun(match: Match, steps: Sequence[StepRecord]) -> Replay:
    """A match after its first steps, as far as the rules allow them."""
    rules = make(match.game, match.settings)
    folded = -1
    try:
        for _ in fold(rules, match.num_players, WITHHELD, steps):
            folded += 1
    except Unfoldable:
        pass
    players = tuple(
        ReplayPlayer(
            name=seat.name,
            version=str(seat.version.number) if seat.version else None,
        )
        for seat in match.seats
    )
    return Replay(
        game=match.game,
        settings=match.settings,
        seed=WITHHELD,
        players=players,
        steps=tuple(steps[: max(0, folded)]),
        verdicts=tuple(VerdictRecord(verdict=Verdict.OK) for _ in players),
        outcome=None,
        rules_hash=rules.rules_hash(),
    )


def live_film(replay: Replay, perspective: str) -> LiveFilm:
    """The start of a match whose steps come one by one."""
    names = [player.name for player in replay.players]
    return LiveFilm(replay.game, replay.settings, names, perspective)


def shown_film(replay: Replay, perspectives: Sequence[str]) -> dict[str, Any]:
    """A film for whoever may see through ``perspectives``.

    Without everyone's it tells who acted and nothing of how: that is in the frames, as far as it
    was seen.
    """
    found = film(replay)
    if EVERYONE in perspectives:
        return found
    return {
        **found,
        "perspectives": list(perspectives),
        "steps": [{"player": step.player} for step in replay.steps],
        "marks": [],
        "notation": "",
    }


def shown_event(event: dict[str, Any], perspectives: Sequence[str]) -> dict[str, Any]:
    """What a step made of a match, for whoever may see through ``perspectives``."""
    if EVERYONE in perspectives:
        return event
    taken = {"player": event["taken"]["player"]}
    return {"frame": event["frame"], "taken": taken, "marks": []}
