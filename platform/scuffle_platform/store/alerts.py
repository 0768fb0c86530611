"""Alerts: what an operator should look at."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle_platform.store.models import Alert


def sound(session: Session, kind: str, subject: str, sentence: str, at: datetime) -> Alert:
    """Raise an alert; one that still stands for the same thing is brought up to date instead."""
    alert = _standing(session, kind, subject)
    if alert is None:
        alert = Alert(kind=kind, subject=subject, created=at)
        session.add(alert)
    alert.sentence = sentence
    session.flush()
    return alert


def resolve(session: Session, kind: str, subject: str, at: datetime) -> None:
    """End an alert that stands, if there is one."""
    alert = _standing(session, kind, subject)
    if alert is not None:
        alert.resolved = at


def _standing(session: Session, kind: str, subject: str) -> Alert | None:
    return session.scalar(
        select(Alert).where(Alert.kind == kind, Alert.subject == subject, Alert.resolved.is_(None))
    )
