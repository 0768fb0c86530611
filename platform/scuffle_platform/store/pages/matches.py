"""Matches: short lists, and one match with everything its page shows."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import BindParameter, bindparam, func, select
from sqlalchemy.orm import Session, joinedload, load_only, selectinload
from sqlalchemy.orm.interfaces import ORMOption

from scuffle_platform.store import sight
from scuffle_platform.store.models import (
    HIDDEN,
    Account,
    Attempt,
    Bot,
    Log,
    Match,
    MatchKind,
    MatchSet,
    MatchStatus,
    Replay,
    SeatRow,
    Version,
)


def with_seats() -> tuple[ORMOption, ...]:
    """Load the seats with the names of who sits in them, in one further statement."""
    return (
        selectinload(Match.seats).options(
            joinedload(SeatRow.bot).options(load_only(Bot.id, Bot.name, Bot.account_id)),
            joinedload(SeatRow.version).options(load_only(Version.number)),
            joinedload(SeatRow.account).options(load_only(Account.name)),
        ),
    )


@dataclass(frozen=True, slots=True)
class Played:
    """One match with what its page shows around it."""

    match: Match
    attempts: Sequence[Attempt]
    replay_kept: bool
    replay_size: int
    logs: frozenset[int]
    """The seats whose log is still kept."""
    partials: frozenset[int]
    """The attempts of which a replay of what was played is kept."""


# Put together once: for a page, that costs as much as asking.
_ID: BindParameter[str] = bindparam("id")
_MATCH = (
    select(Match)
    .where(Match.id == _ID)
    .options(
        joinedload(Match.set).load_only(MatchSet.seed, MatchSet.ended, MatchSet.contest_id),
        joinedload(Match.league),
        *with_seats(),
    )
)
_ATTEMPTS = (
    select(Attempt, Attempt.partial.is_not(None))
    .where(Attempt.match_id == _ID)
    .order_by(Attempt.number)
)
_KEPT = select(Replay.size, Replay.data.is_not(None)).where(Replay.match_id == _ID)
_NOTHING = (MatchStatus.VOID, MatchStatus.CANCELLED)
_LOGS = select(Log.player).where(Log.match_id == _ID)


def played(session: Session, match_id: str) -> Played | None:
    """A match, its seats, set, attempts, and what is kept of it."""
    which = {"id": match_id}
    match = session.scalars(_MATCH, which).first()
    if match is None:
        return None
    attempts = session.execute(_ATTEMPTS, which).all()
    kept = session.execute(_KEPT, which).first()
    return Played(
        match,
        [attempt for attempt, _ in attempts],
        bool(kept and kept[1]),
        kept[0] if kept else 0,
        frozenset(session.scalars(_LOGS, which)),
        frozenset(attempt.number for attempt, partial in attempts if partial),
    )


def other_rotations(session: Session, match: Match) -> Sequence[Match]:
    """The other matches of a match's set: the same versions and seed, everybody on another seat.

    Of a rotation that was played again the last one, of one that came to nothing none.
    """
    if match.set_id is None:
        return []
    others = (Match.set_id == match.set_id, Match.rotation != match.rotation)
    stands = (Match.replaced_by_id.is_(None), Match.status.not_in(_NOTHING))
    query = select(Match).where(*others, *stands).order_by(Match.rotation)
    return session.scalars(query.options(*with_seats())).all()


def replay_bytes(session: Session, match_id: str) -> bytes | None:
    """A match's replay, gzipped JSON; ``None`` when none is kept."""
    return session.scalars(select(Replay.data).where(Replay.match_id == match_id)).first()


def partial_bytes(session: Session, match_id: str, number: int) -> bytes | None:
    """What an attempt played before it came to nothing, gzipped JSON; ``None``: nothing."""
    query = select(Attempt.partial).where(Attempt.match_id == match_id, Attempt.number == number)
    return session.scalars(query).first()


def log_bytes(session: Session, match_id: str, player: int) -> bytes | None:
    """One seat's log, gzipped JSON lines. Whoever calls has asked whose it is."""
    query = select(Log.data).where(Log.match_id == match_id, Log.player == player)
    return session.scalars(query).first()


def recent(session: Session, status: MatchStatus, count: int) -> Sequence[Match]:
    """The newest ladder matches and challenges of one state, those of leagues left out."""
    query = select(Match).where(Match.status == status, Match.kind.not_in(HIDDEN))
    query = query.where(Match.league_id.is_(None))
    query = query.options(*with_seats()).order_by(Match.created.desc()).limit(count)
    return session.scalars(query).all()


def last_losses(session: Session, account_id: str, count: int) -> Sequence[Match]:
    """The newest finished matches that a bot of an account did not win, its own tests left out."""
    # In a series one's versions beat each other, which is what it is for.
    shown = Match.kind.not_in((*HIDDEN, MatchKind.SERIES))
    # Joined, not asked for by IN, and the state in words that no index is for: otherwise SQLite
    # would read all finished matches.
    finished = func.coalesce(Match.status, "") == MatchStatus.FINISHED
    lost = (
        select(Match.id)
        .join(SeatRow, SeatRow.match_id == Match.id)
        .join(Bot, Bot.id == SeatRow.bot_id)
        .where(Bot.account_id == account_id, SeatRow.place > 1)
        .where(finished, shown, sight.seen_matches(account_id))
        .group_by(Match.id, Match.finished)
        .order_by(Match.finished.desc())
        .limit(count)
    )
    newest = session.scalars(lost).all()
    query = select(Match).where(Match.id.in_(newest)).options(*with_seats())
    return session.scalars(query.order_by(Match.finished.desc())).all()


def first_loss(session: Session, version_id: str) -> Match | None:
    """The first ranked match that a version did not win on its public ladder."""
    query = (
        select(Match)
        .join(SeatRow, SeatRow.match_id == Match.id)
        .where(SeatRow.version_id == version_id, SeatRow.place > 1)
        .where(Match.ranked, Match.finished.is_not(None), Match.league_id.is_(None))
        .order_by(Match.finished)
    )
    return session.scalars(query.options(*with_seats()).limit(1)).first()
