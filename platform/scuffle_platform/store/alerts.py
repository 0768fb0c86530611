"""Alerts: what an operator should look at."""

from collections.abc import Sequence
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


def standing(session: Session, count: int) -> Sequence[Alert]:
    """The newest alerts that stand."""
    query = select(Alert).where(Alert.resolved.is_(None)).order_by(Alert.created.desc(), Alert.id)
    return session.scalars(query.limit(count)).all()


def subjects(session: Session, kind: str) -> Sequence[str]:
    """What the alerts of a kind that stand are about."""
    query = select(Alert.subject).where(Alert.kind == kind, Alert.resolved.is_(None))
    return session.scalars(query).all()


def dismiss(session: Session, alert_id: str, at: datetime) -> bool:
    """End an alert by hand; whether it stood."""
    alert = session.get(Alert, alert_id)
    if alert is None or alert.resolved is not None:
        return False
    alert.resolved = at
    return True


def untold(session: Session, count: int) -> list[Alert]:
    """The oldest alerts that stand and that the operator's webhook has not taken."""
    query = select(Alert).where(Alert.told.is_(None), Alert.resolved.is_(None))
    return list(session.scalars(query.order_by(Alert.created, Alert.id).limit(count)))


def tell(session: Session, alert_id: str, at: datetime) -> None:
    """Note that the webhook took an alert."""
    session.get_one(Alert, alert_id).told = at


def _standing(session: Session, kind: str, subject: str) -> Alert | None:
    return session.scalar(
        select(Alert).where(Alert.kind == kind, Alert.subject == subject, Alert.resolved.is_(None))
    )
