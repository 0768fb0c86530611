"""Attempts: opened, seen at work, ended. Each failure of ours ends the attempt, not the match."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.jobs import CheckReport, PlayReport, check_job_id, match_job_id
from scuffle_platform.store import alerts, lifecycle, sets
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Fault,
    Match,
    MatchKind,
    MatchStatus,
    Version,
    VersionStatus,
)

MOST_ATTEMPTS = 3
LEASE = timedelta(seconds=6)
"""How long an attempt is believed to run after its worker was last seen. The worker's own sign
lasts 10 s; this outlasts two renewals of one that a restarted queue forgot."""
ONCE = (MatchKind.CANARY, MatchKind.HAND)
"""What is not tried again: a canary has told what it was for, and a person begins anew."""
OPEN = (AttemptStatus.QUEUED, AttemptStatus.RUNNING)


def open_for_match(session: Session, match: Match, at: datetime) -> Attempt:
    """The next attempt at a match."""
    match.attempts += 1
    attempt = Attempt(
        match_id=match.id,
        number=match.attempts,
        job_id=match_job_id(match.id, match.attempts),
        created=at,
    )
    session.add(attempt)
    session.flush()
    return attempt


def open_for_check(session: Session, version: Version, at: datetime) -> Attempt:
    """The next attempt at a version's check."""
    earlier = select(Attempt.number).where(Attempt.version_id == version.id)
    number = max(session.scalars(earlier), default=0) + 1
    attempt = Attempt(
        version_id=version.id,
        number=number,
        job_id=check_job_id(version.id, number),
        created=at,
    )
    session.add(attempt)
    session.flush()
    return attempt


def unended(session: Session) -> Sequence[Attempt]:
    """All attempts that are queued or running, oldest first."""
    query = select(Attempt).where(Attempt.status.in_(OPEN))
    return session.scalars(query.order_by(Attempt.created, Attempt.id)).all()


def by_job(session: Session, job_id: str) -> Attempt | None:
    """The attempt that a job of the queue stands for; locked until the transaction ends."""
    return session.scalar(select(Attempt).where(Attempt.job_id == job_id).with_for_update())


def see(session: Session, attempt: Attempt, worker: str, at: datetime) -> None:
    """``worker`` was seen at this attempt: it runs, and its lease moves on."""
    attempt.lease, attempt.worker = at + LEASE, worker
    if attempt.status is not AttemptStatus.QUEUED:
        return
    attempt.status = AttemptStatus.RUNNING
    attempt.started = at
    match = session.get(Match, attempt.match_id) if attempt.match_id else None
    if match is not None and match.status is MatchStatus.QUEUED:
        match.status = MatchStatus.PLAYING
        match.started = at
        match.deadline = sets.plays_until(match.kind, at)
        match.sentence = "Being played."


def end(
    attempt: Attempt, status: AttemptStatus, at: datetime, why: str = "", fault: Fault = Fault.NONE
) -> None:
    """Close an attempt."""
    attempt.status = status
    attempt.ended = at
    attempt.lease = None
    attempt.why = why
    attempt.fault = fault


def fail(
    session: Session,
    attempt: Attempt,
    status: AttemptStatus,
    why: str,
    at: datetime,
    fault: Fault = Fault.OURS,
) -> None:
    """Close an attempt that came to nothing; its match or check is tried again or given up.

    Does nothing for one that has ended already.
    """
    if attempt.status not in OPEN:
        return
    end(attempt, status, at, why, fault)
    if attempt.version_id is not None:
        _fail_check(session, attempt.version_id, why, at)
    elif attempt.match_id is not None:
        _fail_match(session, attempt, why, at)


def keep_report(attempt: Attempt, report: PlayReport | CheckReport) -> None:
    """Note what a report says of its making: of the host, and of each seat for its owner."""
    attempt.worker = report.worker.replace("\0", "")[:64]
    match = report if isinstance(report, PlayReport) else report.match
    attempt.evidence = {
        **report.evidence,
        "started": report.started,
        "ended": report.ended,
        "seats": [seat.evidence for seat in match.seats] if match else [],
    }
    if attempt.started is None:
        # Over before the first look; the worker's clock may be another.
        began = datetime.fromtimestamp(report.started, UTC)
        attempt.started = max(attempt.created, min(began, attempt.ended or began))
    if isinstance(report, PlayReport):
        attempt.backend = report.backend[:64]


def _fail_check(session: Session, version_id: str, why: str, at: datetime) -> None:
    version = session.get_one(Version, version_id)
    if version.status is VersionStatus.CHECKING:
        lifecycle.check_failed_by_us(session, version, why, at)


def _fail_match(session: Session, attempt: Attempt, why: str, at: datetime) -> None:
    match = session.get_one(Match, attempt.match_id)
    if match.status not in sets.OPEN:
        return
    most = 1 if match.kind in ONCE else MOST_ATTEMPTS
    if attempt.number < most:
        match.status = MatchStatus.QUEUED
        match.deadline = sets.waits_until(match.kind, at)
        match.sentence = f"Attempt {attempt.number} failed by us and is repeated: {why}"
        return
    match.status = MatchStatus.VOID
    match.finished = at
    match.deadline = None
    match.sentence = f"Void, counts for nothing: {_failed(most)} by us. {why}"
    if match.kind is not MatchKind.CANARY:
        alerts.sound(session, "void", match.id, f"A match is void: {why}", at)
    sets.end_if_over(session, match.set_id, at)


def _failed(count: int) -> str:
    return f"{count} attempts failed" if count > 1 else "one attempt failed"
