"""Signed-in browsers, and the links that sign in once."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scuffle_platform.store.models import Account, Invite, LoginLink, WebSession, now
from scuffle_platform.store.secrets import new_cookie, secret_hash

LIFETIME = timedelta(days=30)
LINK_LIFETIME = timedelta(days=2)
INVITE_LIFETIME = timedelta(days=14)


def start(session: Session, account_id: str, browser: str = "") -> str:
    """Sign a browser in; gives the value of its cookie, which is kept nowhere."""
    cookie = new_cookie()
    session.add(
        WebSession(
            hash=secret_hash(cookie),
            account_id=account_id,
            browser=browser[:200],
            expires=now() + LIFETIME,
        )
    )
    return cookie


def find(session: Session, cookie: str) -> tuple[WebSession, Account] | None:
    """The living session of a cookie and its account, if that may come in."""
    row = session.execute(
        select(WebSession, Account)
        .join(Account, Account.id == WebSession.account_id)
        .where(WebSession.hash == secret_hash(cookie), WebSession.expires > now())
        .where(Account.disabled.is_(None), Account.deleted.is_(None))
    ).first()
    return (row[0], row[1]) if row else None


def touch(session: Session, kept_hash: str) -> None:
    """Note that a session was seen, and let it live on."""
    found = session.get(WebSession, kept_hash)
    if found:
        found.seen, found.expires = now(), now() + LIFETIME


def end(session: Session, kept_hash: str, account_id: str) -> bool:
    """End one session of an account; whether there was one."""
    gone = session.execute(
        delete(WebSession)
        .where(WebSession.hash == kept_hash, WebSession.account_id == account_id)
        .returning(WebSession.hash)
    )
    return gone.first() is not None


def of_account(session: Session, account_id: str) -> Sequence[WebSession]:
    """An account's living sessions, the last seen first."""
    query = select(WebSession).where(
        WebSession.account_id == account_id, WebSession.expires > now()
    )
    return session.scalars(query.order_by(WebSession.seen.desc())).all()


def make_link(session: Session, account_id: str) -> str:
    """The secret of a link that signs in once, within two days; older links end."""
    session.execute(delete(LoginLink).where(LoginLink.account_id == account_id))
    secret = new_cookie()
    session.add(
        LoginLink(hash=secret_hash(secret), account_id=account_id, expires=now() + LINK_LIFETIME)
    )
    return secret


def link_account(session: Session, secret: str) -> Account | None:
    """Whom an unused link would sign in; the link stays unused."""
    query = (
        select(Account)
        .join(LoginLink, LoginLink.account_id == Account.id)
        .where(LoginLink.hash == secret_hash(secret), LoginLink.used.is_(None))
        .where(LoginLink.expires > now(), Account.deleted.is_(None), Account.disabled.is_(None))
    )
    return session.scalar(query)


def use_link(session: Session, secret: str) -> Account | None:
    """Use a link up; gives whom it signs in, ``None`` when it is used, too old or unknown."""
    link = session.get(LoginLink, secret_hash(secret), with_for_update=True)
    account = link_account(session, secret)
    if link and account:
        link.used = now()
    return account


def make_invite(session: Session, created_by: str | None) -> str:
    """The code with which one person may sign up within two weeks."""
    code = new_cookie()
    session.add(
        Invite(hash=secret_hash(code), created_by=created_by, expires=now() + INVITE_LIFETIME)
    )
    return code


def use_invite(session: Session, code: str, account_id: str) -> bool:
    """Use an invitation up for a new account; whether it was good."""
    invite = session.get(Invite, secret_hash(code), with_for_update=True)
    if invite is None or invite.used_by or invite.expires <= now():
        return False
    invite.used_by = account_id
    return True
