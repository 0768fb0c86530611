"""What becomes of versions and bots: ready or rejected, active, in the ladder, benched."""

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle_platform.store import alerts, inbox
from scuffle_platform.store.models import (
    Bot,
    BotState,
    NoticeKind,
    Version,
    VersionStatus,
)

CHECK_ATTEMPTS = 3
"""Attempts at a check that may fail by us before it waits and an operator is told."""
CHECK_PAUSE = timedelta(minutes=10)


def make_ready(session: Session, version: Version, at: datetime) -> None:
    """The version passed its check; it becomes the active one unless another is pinned."""
    version.status = VersionStatus.READY
    version.reason = ""
    version.decided = at
    version.check_due = None
    alerts.resolve(session, "check", version.id, at)
    bot = version.bot
    if not bot.pinned and _is_newest_ready(session, version):
        activate(version)
    _tell(session, NoticeKind.READY, version, at, plays=bot.active_version_id == version.id)


def reject(session: Session, version: Version, reason: str, at: datetime) -> None:
    """The version failed its check, or its owner withdrew it; ``reason`` is one sentence."""
    version.status = VersionStatus.REJECTED
    version.reason = reason
    version.decided = at
    version.check_due = None
    alerts.resolve(session, "check", version.id, at)
    _tell(session, NoticeKind.REJECTED, version, at, why=reason[:300])


def check_failed_by_us(session: Session, version: Version, why: str, at: datetime) -> None:
    """Our fault: the version stays ``checking`` and is tried again, at first at once."""
    version.our_faults += 1
    if version.our_faults < CHECK_ATTEMPTS:
        version.check_due = at
        return
    version.check_due = at + CHECK_PAUSE
    version.reason = (
        f"Our fault, not your bot's: {why} It is tried again every 10 minutes; "
        "an operator was told."
    )
    alerts.sound(session, "check", version.id, f"A check failed by us: {why}", at)


def activate(version: Version) -> None:
    """Make a ready version the one that plays; a bot benched for failures returns with it.

    The scheduler then finds the bot, and puts it into its game's public ladder.
    """
    bot = version.bot
    bot.active_version_id = version.id
    if bot.state in (BotState.NEW, BotState.BENCHED):
        bot.state = BotState.ACTIVE
        bot.why = ""


def bench(bot: Bot, why: str) -> None:
    """Let a bot play no more ladder matches until it returns; ``why`` says how it does."""
    bot.state = BotState.BENCHED
    bot.why = why


def _tell(
    session: Session, kind: NoticeKind, version: Version, at: datetime, **about: object
) -> None:
    if version.bot.state is BotState.RETIRED:
        return
    key = f"checked/{version.id}"
    inbox.tell_owner(session, version.bot, kind, key, at, version=version.number, **about)


def _is_newest_ready(session: Session, version: Version) -> bool:
    session.flush()
    newest = session.scalar(
        select(Version.id)
        .where(
            Version.bot_id == version.bot_id,
            Version.status == VersionStatus.READY,
            Version.retired.is_(None),
        )
        .order_by(Version.number.desc())
        .limit(1)
    )
    return newest == version.id
