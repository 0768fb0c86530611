"""Accounts and bots as an administrator sees and stops them."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from scuffle_platform.names import name_key
from scuffle_platform.store.models import Account, Bot, BotState, LoginLink, WebSession


def disable(session: Session, account: Account, at: datetime | None) -> None:
    """Shut an account out from ``at`` on, or let it in again; its bots play with it."""
    account.disabled = at
    if at is not None:
        for table in (WebSession, LoginLink):
            session.execute(delete(table).where(table.account_id == account.id))


def disable_bot(bot: Bot, why: str) -> None:
    """Take a bot out of play; ``why`` is told to its owner."""
    bot.state, bot.why = BotState.DISABLED, why


def enable_bot(bot: Bot) -> None:
    """Let a disabled bot play again."""
    if bot.state is BotState.DISABLED and bot.retired:
        bot.state, bot.why = BotState.RETIRED, ""
    elif bot.state is BotState.DISABLED:
        bot.state, bot.why = (BotState.ACTIVE if bot.active_version_id else BotState.NEW), ""


def page(session: Session, like: str, number: int, count: int) -> Sequence[tuple[Account, int]]:
    """A page of accounts from 1 whose name holds ``like``, by name, each with its bots' number."""
    bots = select(func.count()).where(Bot.account_id == Account.id).scalar_subquery()
    query = select(Account, bots).where(Account.deleted.is_(None), Account.is_house.is_(False))
    if like:
        query = query.where(Account.name_key.contains(name_key(like), autoescape=True))
    query = query.order_by(Account.name_key).offset((number - 1) * count).limit(count)
    return [(account, count) for account, count in session.execute(query)]
