"""What waits and what runs."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from scuffle_platform.store import sight
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Match,
    MatchStatus,
    Version,
    VersionStatus,
    Worker,
)
from scuffle_platform.store.pages.matches import with_seats


def open_matches(session: Session, viewer: str | None, count: int = 50) -> Sequence[Match]:
    """Matches that are being played, then those that wait, the oldest first.

    Those of private leagues are listed for whoever may see them.
    """
    query = select(Match).where(Match.status.in_([MatchStatus.QUEUED, MatchStatus.PLAYING]))
    query = query.where(sight.seen_matches(viewer))
    query = query.options(*with_seats()).order_by(Match.status, Match.created)
    return session.scalars(query.limit(count)).all()


def open_checks(session: Session, count: int = 50) -> Sequence[Version]:
    """Versions that wait for their check, the oldest first."""
    query = select(Version).where(
        Version.status == VersionStatus.CHECKING, Version.withdrawn.is_(None)
    )
    query = query.options(joinedload(Version.bot)).order_by(Version.created)
    return session.scalars(query.limit(count)).all()


def checks_before(session: Session, created: datetime) -> int:
    """How many checks wait in front of one uploaded at ``created``."""
    query = select(func.count()).where(
        Version.status == VersionStatus.CHECKING,
        Version.withdrawn.is_(None),
        Version.created < created,
    )
    return session.scalar(query) or 0


def check_attempts(session: Session, version_id: str) -> Sequence[Attempt]:
    """The attempts at a version's check, the first one first."""
    query = select(Attempt).where(Attempt.version_id == version_id).order_by(Attempt.number)
    return session.scalars(query).all()


def running_checks(session: Session) -> set[str]:
    """The versions whose check a worker runs right now."""
    query = select(Attempt.version_id).where(
        Attempt.version_id.is_not(None), Attempt.status == AttemptStatus.RUNNING
    )
    return {version for version in session.scalars(query) if version}


def workers(session: Session) -> Sequence[Worker]:
    """Every worker's last card, by name."""
    return session.scalars(select(Worker).order_by(Worker.name)).all()


def counts(session: Session) -> dict[str, int]:
    """How many matches are in each state."""
    query = select(Match.status, func.count()).group_by(Match.status)
    return {str(status): count for status, count in session.execute(query)}
