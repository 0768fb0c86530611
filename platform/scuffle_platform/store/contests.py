"""Contests: unranked sets that belong to something, such as a series or a tournament.

A contest says which sets it wants (:class:`Bout`), asks what became of them, and has void matches
played again. What it makes of the results is its own business. The sets are rows like any others:
the dispatcher gives them turn about by account, and what was asked for is known after a restart.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from scuffle_platform.store import sets, sweeps
from scuffle_platform.store.models import (
    Account,
    Bot,
    Match,
    MatchKind,
    MatchSet,
    MatchStatus,
    SeatRow,
    Version,
)
from scuffle_platform.store.presence import GONE

AGAIN_AFTER = timedelta(minutes=10)
"""A match that was void twice is played again so long after: what broke may need mending."""
DAY = timedelta(days=1)
_BROKEN = (MatchStatus.VOID, MatchStatus.CANCELLED)


@dataclass(frozen=True, slots=True)
class Bout:
    """A set that a contest wants.

    Attributes:
        contest: the id of the series or tournament.
        kind: which of both it is.
        game: the game's id.
        table: which of the contest's meetings, in the contest's own words.
        number: from 0, among the sets of this table; both together are made once.
        versions: who plays, by seat of the first rotation.
        settings: what is left out keeps the game's default.
        seed: of all matches of the set; must follow from the contest's secret.
        asked_by: whose turn at the workers it takes.
    """

    contest: str
    kind: MatchKind
    game: str
    table: str
    number: int
    versions: Sequence[Version]
    settings: dict[str, Any]
    seed: str
    asked_by: str


@dataclass(frozen=True, slots=True)
class Round:
    """What became of one set.

    Attributes:
        table: as in its bout.
        number: as in its bout.
        places: for each rotation the places by seat, ``None`` in it for an unranked match; of a
            set that is not complete ``None`` altogether.
    """

    table: str
    number: int
    places: tuple[tuple[int, ...] | None, ...] | None


def order(session: Session, bout: Bout, at: datetime) -> MatchSet:
    """Queue every rotation of a bout.

    Raises:
        scuffle.registry.BadSettings: the game does not take the settings.
        sqlalchemy.exc.IntegrityError: the contest has that set already.
    """
    wanted = sets.SetOrder(
        kind=bout.kind,
        game=bout.game,
        settings=bout.settings,
        versions=bout.versions,
        seed=bout.seed,
        pairing=bout.table,
        number=bout.number,
        asked_by=bout.asked_by,
        contest=bout.contest,
    )
    return sets.create_set(session, wanted, at)


def rounds(
    session: Session, contest: str, since: int = 0, tables: Collection[str] | None = None
) -> list[Round]:
    """What became of a contest's sets from number ``since`` on, by number and table.

    Args:
        session: any transaction.
        contest: whose sets.
        since: the first number.
        tables: only sets of these tables; ``None``: of all.
    """
    query = (
        select(MatchSet.pairing, MatchSet.number, Match.status, Match.rotation)
        .add_columns(Match.num_players, SeatRow.place)
        .join(Match, Match.set_id == MatchSet.id)
        .join(SeatRow, SeatRow.match_id == Match.id)
        .where(*_of(contest, tables), MatchSet.number >= since)
        .order_by(MatchSet.number, MatchSet.pairing, Match.rotation, SeatRow.player)
    )
    places: dict[tuple[str, int, int], list[int | None]] = defaultdict(list)
    sizes: dict[tuple[str, int], int] = {}
    for table, number, status, rotation, size, place in session.execute(query):
        sizes[table, number] = size
        if status is MatchStatus.FINISHED:
            places[table, number, rotation].append(place)
    return [
        Round(table, number, _complete([places[table, number, one] for one in range(size)]))
        for (table, number), size in sizes.items()
    ]


def _complete(matches: Iterable[list[int | None]]) -> tuple[tuple[int, ...] | None, ...] | None:
    found: list[tuple[int, ...] | None] = []
    for places in matches:
        if not places:
            return None
        known = tuple(place for place in places if place is not None)
        found.append(known if len(known) == len(places) else None)
    return tuple(found)


def replay_void(
    session: Session, contest: str, at: datetime, tables: Collection[str] | None = None
) -> None:
    """Have what came to nothing by our fault played again: same set, same seed, same seats."""
    broken: dict[tuple[str | None, int], list[Match]] = defaultdict(list)
    query = select(Match).join(MatchSet, MatchSet.id == Match.set_id)
    query = query.where(*_of(contest, tables), Match.status.in_(_BROKEN))
    for match in session.scalars(query).all():
        broken[match.set_id, match.rotation].append(match)
    for (set_id, rotation), matches in broken.items():
        last = max(match.finished or match.created for match in matches)
        rests = len(matches) > 1 and at < last + AGAIN_AFTER
        if not rests and not _has_another(session, set_id, rotation):
            sets.play_again(session, matches[0], at)


def _has_another(session: Session, set_id: str | None, rotation: int) -> bool:
    query = select(Match.id).where(Match.set_id == set_id, Match.rotation == rotation)
    return session.scalar(query.where(Match.status.not_in(_BROKEN)).limit(1)) is not None


def cancel_queued(
    session: Session,
    contest: str,
    sentence: str,
    at: datetime,
    tables: Collection[str] | None = None,
) -> None:
    """Nothing more is wanted; what is being played is played to its end."""
    query = select(Match).join(MatchSet, MatchSet.id == Match.set_id)
    query = query.where(*_of(contest, tables), Match.status == MatchStatus.QUEUED)
    for match in session.scalars(query).all():
        sweeps.cancel(session, match, sentence, at)


def gone(session: Session, versions: Iterable[str]) -> Sequence[str]:
    """Names of the bots whose version among these plays no more."""
    query = select(Bot.name).join(Version, Version.bot_id == Bot.id).join(Account)
    query = query.where(Version.id.in_(list(versions)), GONE)
    return session.scalars(query.distinct()).all()


def absent(session: Session, versions: Collection[str]) -> set[str]:
    """Ids of the versions among these that play no more."""
    query = select(Version.id).join(Bot, Version.bot_id == Bot.id).join(Account)
    return set(session.scalars(query.where(Version.id.in_(versions), GONE)))


def _of(contest: str, tables: Collection[str] | None) -> list[ColumnElement[bool]]:
    mine = [MatchSet.contest_id == contest]
    return mine if tables is None else [*mine, MatchSet.pairing.in_(tables)]


def room_today(session: Session, account_id: str, kind: MatchKind, most: int, at: datetime) -> int:
    """How many more matches of ``kind`` an account may have, of ``most`` in any 24 hours."""
    made = select(func.count()).where(
        Match.asked_by == account_id, Match.kind == kind, Match.created > at - DAY
    )
    return most - (session.scalar(made) or 0)


def room_again(session: Session, account_id: str, kind: MatchKind, at: datetime) -> datetime:
    """When the oldest of an account's matches of the last 24 hours no longer counts."""
    oldest = session.scalar(
        select(func.min(Match.created)).where(
            Match.asked_by == account_id, Match.kind == kind, Match.created > at - DAY
        )
    )
    return (oldest or at - DAY) + DAY
