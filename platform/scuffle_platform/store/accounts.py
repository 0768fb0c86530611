"""Accounts: made, found, changed, erased."""

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scuffle_platform.names import BadName, clean_name, name_key
from scuffle_platform.store import inbox, leagues
from scuffle_platform.store.models import (
    Account,
    Bot,
    BotState,
    LoginLink,
    Token,
    Version,
    WebSession,
    now,
)


class NameTaken(BadName):
    """Somebody has that name already."""


def create(
    session: Session, name: str, password_hash: str | None, *, is_admin: bool = False
) -> Account:
    """A new account.

    Args:
        session: a transaction that may write.
        name: as it was typed.
        password_hash: from ``passwords.hash_password``; ``None``: only log-in links lead in.
        is_admin: whether it may see Operations.

    Raises:
        BadName: the name cannot be had.
        NameTaken: it is somebody's already.
    """
    clean = clean_name(name, "account name")
    account = Account(
        name=clean, name_key=name_key(clean), password_hash=password_hash, is_admin=is_admin
    )
    try:
        with session.begin_nested():
            session.add(account)
    except IntegrityError:
        raise NameTaken(f"The account name '{clean}' is taken; choose another.") from None
    return account


def by_name(session: Session, name: str) -> Account | None:
    """The living account of that name, however it is written."""
    found = session.scalar(select(Account).where(Account.name_key == name_key(name)))
    return found if found and not found.deleted else None


def lock(session: Session, account_id: str) -> None:
    """Let no other request of the account count its quota until this transaction ends."""
    session.execute(select(Account.id).where(Account.id == account_id).with_for_update())


def by_id(session: Session, account_id: str) -> Account | None:
    """The account of that id, also a deleted one."""
    return session.get(Account, account_id)


def set_password(
    session: Session, account_id: str, password_hash: str, keep: str | None = None
) -> None:
    """Change the password and end every session but the one whose hash is ``keep``."""
    account = session.get_one(Account, account_id)
    account.password_hash = password_hash
    session.execute(
        delete(WebSession).where(
            WebSession.account_id == account_id, WebSession.hash != (keep or "")
        )
    )
    session.execute(delete(LoginLink).where(LoginLink.account_id == account_id))


def say(session: Session, account_id: str, about: str) -> None:
    """Let an account say this of itself, in Markdown."""
    session.get_one(Account, account_id).about = about


def erase(session: Session, account_id: str) -> None:
    """Delete an account: its name and ways in are erased, its bots retire, its matches stay."""
    account = session.get_one(Account, account_id)
    account.name = account.name_key = f"deleted-{account.id}"
    account.password_hash, account.about, account.settings = None, "", {}
    account.is_admin = False
    account.deleted = now()
    for table in (WebSession, LoginLink, Token):
        session.execute(delete(table).where(table.account_id == account_id))
    leagues.forget(session, account_id, account.deleted)
    inbox.forget(session, account_id)
    for bot in session.scalars(select(Bot).where(Bot.account_id == account_id)):
        bot.state, bot.retired, bot.about = BotState.RETIRED, now(), ""
        bot.name = bot.name_key = f"retired-{bot.id}"
        public = Version.bot_id == bot.id, Version.published.is_not(None)
        session.execute(update(Version).where(*public).values(published=None))


def count_bots(session: Session, account_id: str) -> int:
    """How many bots an account has that are not retired."""
    query = select(func.count()).where(Bot.account_id == account_id, Bot.state != BotState.RETIRED)
    return session.scalar(query) or 0
