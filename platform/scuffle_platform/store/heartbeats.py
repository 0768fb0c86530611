"""Signs of life of the parts that have no page of their own: scheduler and recorder."""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from scuffle_platform.store.models import Heartbeat

EVERY = timedelta(seconds=5)
SILENT_AFTER = timedelta(seconds=30)
SCHEDULER, RECORDER = "scheduler", "recorder"


def beat(session: Session, part: str, at: datetime) -> None:
    """``part`` is at work."""
    row = session.get(Heartbeat, part)
    if row is None:
        session.add(Heartbeat(part=part, at=at))
    else:
        row.at = at


def word(session: Session, part: str, at: datetime) -> str:
    """How ``part`` is: ``ok``, ``never seen``, or for how long it has been silent."""
    row = session.get(Heartbeat, part)
    if row is None:
        return "never seen"
    silent = at - row.at
    return "ok" if silent < SILENT_AFTER else f"silent for {silent.total_seconds():.0f} s"
