"""What becomes of versions and bots: ready or rejected, active, in the ladder, benched."""

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle_platform.store import alerts
from scuffle_platform.store.models import (
    Bot,
    BotState,
    Entrant,
    Ladder,
    LadderKind,
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
        activate(session, version, at)


def reject(session: Session, version: Version, reason: str, at: datetime) -> None:
    """The version failed its check, or its owner withdrew it; ``reason`` is one sentence."""
    version.status = VersionStatus.REJECTED
    version.reason = reason
    version.decided = at
    version.check_due = None
    alerts.resolve(session, "check", version.id, at)


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


def activate(session: Session, version: Version, at: datetime, *, pin: bool = False) -> None:
    """Make a ready version the one that plays; the bot enters its game's public ladder.

    A bot that its failures had benched returns with a new version.
    """
    bot = version.bot
    bot.active_version_id = version.id
    bot.pinned = pin
    if bot.state in (BotState.NEW, BotState.BENCHED):
        bot.state = BotState.ACTIVE
        bot.why = ""
    session.flush()
    for ladder in _public_ladders(session, bot.game):
        enter(session, ladder, bot, at)


def enter(session: Session, ladder: Ladder, bot: Bot, at: datetime) -> None:
    """Put a bot into a ladder, or back into it."""
    entrant = session.get(Entrant, (ladder.id, bot.id))
    if entrant is None:
        session.add(Entrant(ladder_id=ladder.id, bot_id=bot.id, joined=at))
    else:
        entrant.left = None
    ladder.stale += 1
    session.flush()


def bench(session: Session, bot: Bot, why: str) -> None:
    """Let a bot play no more ladder matches until it returns; ``why`` says how it does."""
    bot.state = BotState.BENCHED
    bot.why = why
    mark_stale(session, bot)


def unbench(session: Session, bot: Bot) -> None:
    """Let a benched bot play again with its active version."""
    bot.state = BotState.ACTIVE if bot.active_version_id else BotState.NEW
    bot.why = ""
    mark_stale(session, bot)


def retire(session: Session, bot: Bot, at: datetime) -> None:
    """Take a bot out of all ladders for good; its matches stay."""
    bot.state = BotState.RETIRED
    bot.retired = at
    mark_stale(session, bot)
    for entrant in session.scalars(select(Entrant).where(Entrant.bot_id == bot.id)):
        entrant.left = entrant.left or at


def mark_stale(session: Session, bot: Bot) -> None:
    """The next fit of the bot's ladders is due: who is ranked has changed."""
    session.flush()
    for ladder in session.scalars(
        select(Ladder).join(Entrant).where(Entrant.bot_id == bot.id, Ladder.archived.is_(None))
    ):
        ladder.stale += 1


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


def _public_ladders(session: Session, game: str) -> list[Ladder]:
    query = select(Ladder).where(
        Ladder.game == game, Ladder.kind == LadderKind.PUBLIC, Ladder.archived.is_(None)
    )
    return list(session.scalars(query))
