"""Seasons: a public ladder archived, and the next one begun with its last ratings, less sure."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from math import hypot
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scuffle.contract import Game
from scuffle_platform.rating.fit import ELO, SUCCESSOR_SD
from scuffle_platform.store import ladders, sweeps
from scuffle_platform.store.models import (
    Fit,
    Ladder,
    LadderKind,
    Match,
    MatchStatus,
    Rating,
    Version,
)

WIDENING = 120.0
"""By so much, in Elo, as a standard deviation, a rating is less sure in the season after."""
LONGEST_NAME = 60
SPREAD = 1.96
"""Standard deviations in the interval that is stored."""

Priors = dict[str, tuple[float, float]]
"""By version rating and standard deviation, in Elo, that it begins a season with."""


def start(session: Session, game: type[Game[Any]], name: str, at: datetime) -> Ladder:
    """Archive a game's public ladder as ``name`` and open the next one.

    What waits is cancelled; what is being played still counts for the season that ends.

    Raises:
        LookupError: the game has no public ladder yet, or somebody else has just ended it.
    """
    old = ladders.public(session, game.id)
    if old is None:
        raise LookupError(f"{game.id} has no public ladder")
    session.refresh(old, with_for_update=True)
    if old.archived is not None:
        raise LookupError(f"this season of {game.id} was ended a moment ago")
    old.name = name or f"Season {1 + _seasons(session, game.id)}"
    query = select(Match).where(Match.ladder_id == old.id, Match.status == MatchStatus.QUEUED)
    for match in session.scalars(query).all():
        sweeps.cancel(session, match, f"Cancelled: {old.name} has ended.", at)
    fresh = ladders.succeed(session, game, old, at)
    fresh.carries_id = old.id
    # So that the very next fit shows everybody where they begin.
    ladders.reconcile(session, fresh, at)
    return fresh


def priors(session: Session, ladder: Ladder, versions: Collection[str]) -> Priors:
    """What the season before says of some versions, widened; of a newcomer nothing.

    A version that was not rated then begins with what its bot's nearest earlier one had, and as
    much less sure as a successor is.
    """
    if ladder.carries_id is None:
        return {}
    rated = _rated(session, ladder.carries_id)
    query = select(Version.id, Version.bot_id, Version.number).where(Version.id.in_(versions))
    found: Priors = {}
    for version, bot, number in session.execute(query):
        if before := rated.get(bot):
            last = max((one for one in before if one.number <= number), default=before[0])
            apart = 0.0 if last.number == number else SUCCESSOR_SD * ELO
            found[version] = (last.rating, hypot(last.plus_minus / SPREAD, WIDENING, apart))
    return found


class _Rated(NamedTuple):
    """A version in the season before."""

    number: int
    rating: float
    plus_minus: float


def _rated(session: Session, ladder_id: str) -> dict[str, list[_Rated]]:
    """By bot its rated versions, the oldest first."""
    query = select(Version.bot_id, Version.number, Rating.rating, Rating.plus_minus)
    query = query.join(Version, Version.id == Rating.version_id)
    query = query.where(Rating.ladder_id == ladder_id).order_by(Version.number)
    found: defaultdict[str, list[_Rated]] = defaultdict(list)
    for bot, number, rating, plus_minus in session.execute(query):
        found[bot].append(_Rated(number, rating, plus_minus))
    return found


def _seasons(session: Session, game: str) -> int:
    """How many seasons of a game have ended."""
    query = select(func.count()).where(Ladder.game == game, Ladder.carries_id.is_not(None))
    return session.scalar(query) or 0


class Archived(NamedTuple):
    """A ladder that is kept to be seen."""

    id: str
    name: str
    opens: datetime
    archived: datetime
    matches: int
    """Ranked ones in its last fit."""


def archived(session: Session, game: str) -> Sequence[Archived]:
    """A game's archived public ladders, the newest first."""
    newest = select(func.max(Fit.number)).where(Fit.ladder_id == Ladder.id).correlate(Ladder)
    query = (
        select(Ladder, func.coalesce(Fit.matches, 0))
        .outerjoin(Fit, (Fit.ladder_id == Ladder.id) & (Fit.number == newest.scalar_subquery()))
        .where(Ladder.game == game, Ladder.kind == LadderKind.PUBLIC)
        .where(Ladder.archived.is_not(None))
        .order_by(Ladder.archived.desc(), Ladder.epoch.desc())
    )
    return [
        Archived(one.id, one.name, one.opens, one.archived or one.opens, matches)
        for one, matches in session.execute(query)
    ]
