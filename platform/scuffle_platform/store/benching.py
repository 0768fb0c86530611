"""Benching: a bot that keeps failing stops playing until its owner has looked at it."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.contract import Verdict
from scuffle_platform.store import alerts, bots, inbox, lifecycle
from scuffle_platform.store.models import (
    Bot,
    BotState,
    Match,
    MatchKind,
    MatchStatus,
    NoticeKind,
    SeatRow,
)

IN_A_ROW = 5
WINDOW = 50
MOST_IN_WINDOW = 10
"""20 % of the last 50."""
RETURN = "It returns with a new version, or when you take it off the bench."
"""The end of why a bot is benched for failures; no other bench ends so."""
BACK = "The failures that it was benched for were taken back, since they were our fault."


def consider(session: Session, match: Match, at: datetime) -> None:
    """Bench the bots of a match just recorded that have failed too often.

    House bots stay: the ladder's scale hangs on them, so an operator is told instead.
    """
    session.flush()
    for seat in match.seats:
        if seat.bot_id is None or seat.verdict is Verdict.OK:
            continue
        bot = session.get_one(Bot, seat.bot_id)
        why = verdict_on(_last(session, bot))
        if why and bot.account.is_house:
            alerts.sound(session, "house-bot", bot.id, f"House bot {bot.name}: {why}", at)
        elif why and bot.state is BotState.ACTIVE:
            lifecycle.bench(bot, f"{why} {RETURN}")
            key = f"benched/{bot.id}/{match.id}"
            inbox.tell_owner(session, bot, NoticeKind.BENCHED, key, at, why=bot.why)


def reconsider(session: Session, failed: Mapping[str, str], at: datetime) -> int:
    """Let bots off the bench that sit there for failures which count no more.

    Who was benched by its owner stays, and who has still failed too often.

    Args:
        session: the transaction in which matches are taken back.
        failed: by the id of a bot, a match taken back in which it failed.
        at: this moment.

    Returns:
        How many play again.
    """
    session.flush()
    query = select(Bot).where(Bot.id.in_(failed), Bot.state == BotState.BENCHED)
    # Its owner may bench it at this very moment; matches may still be made for it meanwhile.
    query = query.order_by(Bot.id).with_for_update(of=Bot, key_share=True)
    query = query.execution_options(populate_existing=True)
    back = 0
    for bot in session.scalars(query).all():
        if bot.why.endswith(RETURN) and not verdict_on(_last(session, bot)):
            bots.unbench(bot)
            key = f"unbenched/{bot.id}/{failed[bot.id]}"
            about = {"back": True, "why": BACK}
            inbox.tell_owner(session, bot, NoticeKind.BENCHED, key, at, **about)
            back += 1
    return back


def verdict_on(failures: Sequence[bool]) -> str:
    """Why a bot is benched, ``""`` if it is not.

    Args:
        failures: whether it failed, of its last ladder matches, the newest first.
    """
    if len(failures) >= IN_A_ROW and all(failures[:IN_A_ROW]):
        return f"It failed in its last {IN_A_ROW} ladder matches."
    failed = sum(failures[:WINDOW])
    if failed >= MOST_IN_WINDOW:
        return f"It failed in {failed} of its last {min(len(failures), WINDOW)} ladder matches."
    return ""


def _last(session: Session, bot: Bot) -> list[bool]:
    query = (
        select(SeatRow.verdict)
        .join(Match)
        .where(
            SeatRow.bot_id == bot.id,
            SeatRow.version_id == bot.active_version_id,
            Match.kind == MatchKind.LADDER,
            Match.status == MatchStatus.FINISHED,
        )
        .order_by(Match.finished.desc(), Match.id)
        .limit(WINDOW)
    )
    return [verdict is not Verdict.OK for verdict in session.scalars(query)]
