"""Series: lists, and one with everything its page shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session, joinedload
from sqlalchemy.orm.interfaces import ORMOption

from scuffle_platform.store.models import (
    Match,
    MatchSet,
    MatchStatus,
    Series,
    SeriesStatus,
    Version,
)


@dataclass(frozen=True, slots=True)
class Narrowed:
    """Which series a list shows; what is ``None`` narrows nothing.

    Attributes:
        game: a game's id.
        bot: the id of a bot that it is about.
        account: the id of the account that asked.
        status: how far it has come.
    """

    game: str | None = None
    bot: str | None = None
    account: str | None = None
    status: SeriesStatus | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """One set of a series.

    Attributes:
        number: from 0; the seed follows from it.
        seed: ``None`` until all its matches have ended.
        matches: id and state of each, in the order of tables and rotations.
    """

    number: int
    seed: str | None
    matches: tuple[tuple[str, MatchStatus], ...]

    @property
    def is_over(self) -> bool:
        """Whether nothing of it waits or is being played."""
        return self.seed is not None


def one(session: Session, series_id: str) -> Series | None:
    """A series with the names of who it is about."""
    query = select(Series).where(Series.id == series_id).options(*_named())
    return session.scalars(query).first()


def page(
    session: Session, narrowed: Narrowed, after: tuple[datetime, str] | None, limit: int
) -> Sequence[Series]:
    """Series, the newest first, from those after moment and id."""
    query = select(Series).options(*_named())
    if narrowed.game is not None:
        query = query.where(Series.game == narrowed.game)
    if narrowed.account is not None:
        query = query.where(Series.account_id == narrowed.account)
    if narrowed.status is not None:
        query = query.where(Series.status == narrowed.status)
    if narrowed.bot is not None:
        mine = select(Version.id).where(Version.bot_id == narrowed.bot)
        query = query.where(or_(Series.new_version_id.in_(mine), Series.old_version_id.in_(mine)))
    if after:
        created, series_id = after
        query = query.where(
            or_(Series.created < created, and_(Series.created == created, Series.id < series_id))
        )
    return session.scalars(
        query.order_by(Series.created.desc(), Series.id.desc()).limit(limit)
    ).all()


def field(session: Session, found: Series) -> list[Version]:
    """The versions that both meet, in the order of their seats."""
    query = select(Version).where(Version.id.in_(found.field)).options(joinedload(Version.bot))
    known = {version.id: version for version in session.scalars(query)}
    return [known[version] for version in found.field]


def played(session: Session, series_id: str) -> list[Played]:
    """The sets of a series, the first one first."""
    query = (
        select(MatchSet.number, MatchSet.seed, MatchSet.ended, Match.id, Match.status)
        .join(Match, Match.set_id == MatchSet.id)
        .where(MatchSet.contest_id == series_id)
        .order_by(MatchSet.number, MatchSet.pairing, Match.rotation, Match.created)
    )
    matches: dict[int, list[tuple[str, MatchStatus]]] = {}
    seeds: dict[int, str | None] = {}
    for number, seed, ended, match, status in session.execute(query):
        matches.setdefault(number, []).append((match, status))
        seeds[number] = seed if ended and seeds.get(number, seed) else None
    return [Played(number, seeds[number], tuple(found)) for number, found in matches.items()]


def _named() -> tuple[ORMOption, ...]:
    return (
        joinedload(Series.new).joinedload(Version.bot),
        joinedload(Series.old).joinedload(Version.bot),
    )
