"""Matches: short lists, and one match with everything its page shows."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import exists, select
from sqlalchemy.orm import Session, joinedload, load_only, selectinload
from sqlalchemy.orm.interfaces import ORMOption

from scuffle_platform.store.models import (
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


def played(session: Session, match_id: str) -> Played | None:
    """A match, its seats, set, attempts, and what is kept of it."""
    query = select(Match).where(Match.id == match_id)
    query = query.options(joinedload(Match.set).load_only(MatchSet.seed, MatchSet.ended))
    match = session.scalars(query.options(*with_seats())).first()
    if match is None:
        return None
    attempts = session.scalars(
        select(Attempt).where(Attempt.match_id == match_id).order_by(Attempt.number)
    ).all()
    kept = session.execute(
        select(Replay.size, Replay.data.is_not(None)).where(Replay.match_id == match_id)
    ).first()
    logs = session.scalars(select(Log.player).where(Log.match_id == match_id)).all()
    return Played(match, attempts, bool(kept and kept[1]), kept[0] if kept else 0, frozenset(logs))


def replay_bytes(session: Session, match_id: str) -> bytes | None:
    """A match's replay, gzipped JSON; ``None`` when none is kept."""
    return session.scalars(select(Replay.data).where(Replay.match_id == match_id)).first()


def log_bytes(session: Session, match_id: str, player: int) -> bytes | None:
    """One seat's log, gzipped JSON lines. Whoever calls has asked whose it is."""
    query = select(Log.data).where(Log.match_id == match_id, Log.player == player)
    return session.scalars(query).first()


def recent(session: Session, status: MatchStatus, count: int) -> Sequence[Match]:
    """The newest ladder matches and challenges of one state."""
    query = select(Match).where(Match.status == status, Match.kind != MatchKind.CHECK)
    query = query.options(*with_seats()).order_by(Match.created.desc()).limit(count)
    return session.scalars(query).all()


def last_losses(session: Session, account_id: str, count: int) -> Sequence[Match]:
    """The newest finished matches that a bot of this account did not win."""
    mine = exists().where(
        SeatRow.match_id == Match.id,
        SeatRow.place > 1,
        SeatRow.bot_id == Bot.id,
        Bot.account_id == account_id,
    )
    query = select(Match).where(Match.status == MatchStatus.FINISHED, mine.correlate(Match))
    query = query.where(Match.kind != MatchKind.CHECK).options(*with_seats())
    return session.scalars(query.order_by(Match.finished.desc()).limit(count)).all()


def first_loss(session: Session, version_id: str) -> Match | None:
    """The first ranked match that a version did not win."""
    lost = exists().where(
        SeatRow.match_id == Match.id, SeatRow.version_id == version_id, SeatRow.place > 1
    )
    query = select(Match).where(Match.ranked, Match.finished.is_not(None), lost.correlate(Match))
    return session.scalars(query.options(*with_seats()).order_by(Match.finished).limit(1)).first()
