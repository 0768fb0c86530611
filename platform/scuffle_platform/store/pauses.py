"""Pauses: games, or everything, of which nothing is started for a while."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scuffle_platform.store.models import Pause

ALL = "all"


def begin(
    session: Session, subject: str, why: str, at: datetime, until: datetime | None = None
) -> None:
    """Start nothing more of a game or of ``all``; what is being played ends."""
    with suppress(IntegrityError), session.begin_nested():
        session.add(Pause(subject=subject, since=at, why=why))
    pause = session.get_one(Pause, subject)
    pause.since, pause.until, pause.why = at, until, why
    session.flush()


def end(session: Session, subject: str, at: datetime) -> bool:
    """Start again; whether there was a pause."""
    pause = session.get(Pause, subject)
    if pause is None or (pause.until is not None and pause.until <= at):
        return False
    pause.until = at
    return True


def ended(session: Session, at: datetime) -> dict[str, datetime]:
    """The pauses that are over, by subject, and since when."""
    rows = session.execute(select(Pause.subject, Pause.until).where(Pause.until <= at))
    return {row.subject: row.until for row in rows}


def standing(session: Session, at: datetime) -> Sequence[Pause]:
    """The pauses that hold now, by subject."""
    query = select(Pause).where(Pause.until.is_(None) | (Pause.until > at))
    return session.scalars(query.order_by(Pause.subject)).all()


def of_game(session: Session, game: str, at: datetime) -> Pause | None:
    """The pause that keeps a game from being played, if one does."""
    held = {pause.subject: pause for pause in standing(session, at)}
    return held.get(game) or held.get(ALL)


def subjects(session: Session, at: datetime) -> set[str]:
    """The ids of the games that rest, or ``all``."""
    return {pause.subject for pause in standing(session, at)}
