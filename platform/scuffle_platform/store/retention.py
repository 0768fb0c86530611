"""What is kept how long: logs, replays, sessions; results are kept for ever."""

from datetime import datetime, timedelta

from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.orm import Session

from scuffle_platform.store import inbox
from scuffle_platform.store.models import (
    IdempotencyKey,
    Log,
    LoginLink,
    Match,
    Replay,
    SeatRow,
    WebSession,
)

LOG_AGE = timedelta(days=14)
REPLAY_AGE = timedelta(days=180)
KEPT_MATCHES = 200
"""A bot's last matches keep logs and replays whatever their age."""
KEY_AGE = timedelta(days=1)


def sweep(session: Session, at: datetime) -> None:
    """Drop what is past its time; a replay's hash stays."""
    _drop_old_logs(session, at)
    _drop_old_replays(session, at)
    session.execute(delete(WebSession).where(WebSession.expires < at))
    session.execute(delete(LoginLink).where(LoginLink.expires < at - LOG_AGE))
    session.execute(delete(IdempotencyKey).where(IdempotencyKey.created < at - KEY_AGE))
    inbox.sweep(session, at)


def _drop_old_logs(session: Session, at: datetime) -> None:
    """Logs past their age that are not among the last of their own bot."""
    old = select(Log.bot_id).where(Log.created < at - LOG_AGE).distinct()
    for bot_id in session.scalars(old).all():
        session.execute(
            delete(Log).where(
                Log.created < at - LOG_AGE,
                Log.bot_id == bot_id,
                Log.match_id.not_in(_last_matches(bot_id)),
            )
        )


def _drop_old_replays(session: Session, at: datetime) -> None:
    """Replays past their age that are not among the last of any bot that played."""
    old = select(Replay.match_id).where(Replay.created < at - REPLAY_AGE, Replay.data.is_not(None))
    bots = select(SeatRow.bot_id).where(SeatRow.match_id.in_(old)).distinct()
    kept: set[str] = set()
    for bot_id in session.scalars(bots).all():
        kept |= set(session.scalars(_last_matches(bot_id)))
    for match_id in set(session.scalars(old)) - kept:
        session.execute(update(Replay).where(Replay.match_id == match_id).values(data=None))


def _last_matches(bot_id: str | None) -> Select[str]:
    return (
        select(Match.id)
        .join(SeatRow)
        .where(SeatRow.bot_id == bot_id)
        .order_by(func.coalesce(Match.finished, Match.created).desc(), Match.id)
        .limit(KEPT_MATCHES)
    )
