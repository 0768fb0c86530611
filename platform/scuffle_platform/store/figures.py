"""Figures about the whole site, for operators and graphs."""

from collections.abc import Iterator

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from scuffle_platform.store.models import (
    Account,
    Attempt,
    Bot,
    Match,
    MatchStatus,
    Version,
    Worker,
    now,
)

Gauge = tuple[str, str, str, dict[str, float]]
"""Name, sentence, label (or ``""``), value by label value."""


def ping(session: Session) -> None:
    """Ask the database for nothing.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: it does not answer, or its tables are missing.
    """
    session.execute(text("SELECT 1 FROM accounts LIMIT 1"))


def gauges(session: Session) -> Iterator[Gauge]:
    """Everything that is counted, by state."""
    counted = (
        ("matches", "Matches by status.", Match.status),
        ("versions", "Versions by status.", Version.status),
        ("bots", "Bots by state.", Bot.state),
        ("attempts", "Attempts by status.", Attempt.status),
        ("workers", "Workers by state.", Worker.state),
    )
    for name, sentence, column in counted:
        rows = session.execute(select(column, func.count()).group_by(column))
        yield name, sentence, "status", {str(key): count for key, count in rows}
    people = session.scalar(select(func.count()).where(Account.deleted.is_(None)))
    yield "accounts", "Living accounts.", "", {"": float(people or 0)}
    yield "queue_age_seconds", "Age of the oldest queued match.", "", {"": _queue_age(session)}


def _queue_age(session: Session) -> float:
    oldest = session.scalar(
        select(func.min(Match.created)).where(Match.status == MatchStatus.QUEUED)
    )
    return (now() - oldest).total_seconds() if oldest else 0.0
