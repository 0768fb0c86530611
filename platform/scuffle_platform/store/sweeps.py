"""Deadlines: what has lasted too long ends, and says so."""

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle_platform.store import attempts, sets
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Bot,
    BotState,
    Fault,
    Match,
    MatchKind,
    MatchStatus,
    SeatRow,
)

QUEUED_LADDER = timedelta(hours=1)
"""The ladder makes its matches when there is room; one that waits so long has lost its sense."""
QUEUED_ASKED = timedelta(days=1)
RUNNING = timedelta(minutes=45)
"""Longer than any job may take, whatever its lease says."""


def sweep(session: Session, at: datetime) -> None:
    """End attempts, matches and waits that have lasted too long."""
    _end_long_attempts(session, at)
    _cancel_waiting(session, at)
    _cancel_for_gone_bots(session, at)


def _end_long_attempts(session: Session, at: datetime) -> None:
    query = select(Attempt).where(
        Attempt.status == AttemptStatus.RUNNING, Attempt.started < at - RUNNING
    )
    for attempt in session.scalars(query).all():
        why = f"It ran for more than {RUNNING.seconds // 60} minutes."
        attempts.fail(session, attempt, AttemptStatus.LOST, why, at, Fault.WORKER)


def _cancel_waiting(session: Session, at: datetime) -> None:
    for match in _untouched(session):
        patience = QUEUED_LADDER if match.kind is MatchKind.LADDER else QUEUED_ASKED
        if match.created < at - patience:
            cancel(session, match, "Cancelled: no worker had time for it.", at)


def _cancel_for_gone_bots(session: Session, at: datetime) -> None:
    """Nothing is played for bots that left before their match began."""
    gone = (
        select(SeatRow.match_id)
        .join(Bot)
        .where(Bot.state.in_((BotState.RETIRED, BotState.DISABLED)))
    )
    query = select(Match).where(Match.status == MatchStatus.QUEUED, Match.id.in_(gone))
    for match in session.scalars(query).all():
        cancel(session, match, "Cancelled: a bot left before it began.", at)


def cancel(session: Session, match: Match, sentence: str, at: datetime) -> None:
    """Cancel a match that has not begun; an attempt that waits for a worker ends with it."""
    match.status = MatchStatus.CANCELLED
    match.sentence = sentence
    match.finished = at
    query = select(Attempt).where(Attempt.match_id == match.id, Attempt.status.in_(attempts.OPEN))
    for attempt in session.scalars(query).all():
        attempts.end(attempt, AttemptStatus.VOID, at, sentence)
    sets.end_if_over(session, match.set_id, at)


def _untouched(session: Session) -> list[Match]:
    """Queued matches that no worker has been given."""
    given = select(Attempt.match_id).where(
        Attempt.status.in_(attempts.OPEN), Attempt.match_id.is_not(None)
    )
    query = select(Match).where(Match.status == MatchStatus.QUEUED, Match.id.not_in(given))
    return list(session.scalars(query))
