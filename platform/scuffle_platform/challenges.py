"""Challenges: unranked matches that somebody asked for, from the site's form or the API."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scuffle.registry import BadSettings
from scuffle_platform import quotas
from scuffle_platform.context import store
from scuffle_platform.problems import invalid
from scuffle_platform.seating import check_size, seat
from scuffle_platform.store import sets
from scuffle_platform.store.identifiers import new_secret
from scuffle_platform.store.models import Account, Match, MatchKind, now
from scuffle_platform.store.origins import Origin


@dataclass(frozen=True, slots=True)
class Challenge:
    """What somebody asks for.

    Attributes:
        game: the game's id.
        players: by seat, a bot's id and the number of its version; ``None``: the active one.
        settings: what is left out keeps the game's default.
        seed: of the match; ``""``: one is drawn.
        origin: the step of another match that it is played on from, or ``None``.
    """

    game: str
    players: Sequence[tuple[str, int | None]]
    settings: dict[str, Any] = field(default_factory=dict)
    seed: str = ""
    origin: Origin | None = None


def ask(account: Account, wanted: Challenge) -> Match:
    """Queue one match of these bots; it counts for no ladder.

    Raises:
        Problem: game, players or settings do not go together, a bot has no version that could
            play, or the account asked for 60 in the last hour.
    """
    check_size(wanted.game, len(wanted.players))
    with store().session() as session:
        quotas.check_challenges(session, account.id)
        seated = [seat(session, wanted.game, bot, number) for bot, number in wanted.players]
        order = sets.SetOrder(
            kind=MatchKind.CHALLENGE,
            game=wanted.game,
            settings=wanted.settings,
            versions=seated,
            seed=wanted.seed or new_secret()[:32],
            asked_by=account.id,
            origin=wanted.origin,
        )
        try:
            return sets.create_match(session, order, now())
        except BadSettings as error:
            raise invalid(str(error), "Mend the settings; the game's page lists them.") from None
