"""Bearer tokens."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle_platform.store.models import Account, Token, now
from scuffle_platform.store.secrets import new_token, secret_hash

SCOPES = ("read", "submit", "admin")
MOST = 20
"""How many living tokens an account may have."""

_TOUCH_EVERY = timedelta(minutes=5)


class TooManyTokens(ValueError):
    """An account has as many tokens as it may."""


def make(session: Session, account_id: str, name: str, scopes: Sequence[str]) -> tuple[Token, str]:
    """A new token and its secret, which is told this once.

    Raises:
        TooManyTokens: the account has 20 living ones.
    """
    if len(of_account(session, account_id)) >= MOST:
        raise TooManyTokens(f"The account has {MOST} tokens, which is the most; delete one first.")
    secret = new_token()
    kept = [scope for scope in SCOPES if scope in scopes]
    token = Token(account_id=account_id, name=name, hash=secret_hash(secret), scopes=kept)
    session.add(token)
    session.flush()
    return token, secret


def find(session: Session, secret: str) -> tuple[Token, Account] | None:
    """The living token of that secret and its account, if that may come in."""
    row = session.execute(
        select(Token, Account)
        .join(Account, Account.id == Token.account_id)
        .where(Token.hash == secret_hash(secret), Token.revoked.is_(None))
        .where(Account.disabled.is_(None), Account.deleted.is_(None))
    ).first()
    if row is None or (row[0].expires and row[0].expires <= now()):
        return None
    return row[0], row[1]


def is_stale(token: Token) -> bool:
    """Whether the time of last use is worth writing again."""
    return token.used is None or token.used < now() - _TOUCH_EVERY


def touch(session: Session, token_id: str) -> None:
    """Note that a token was used."""
    session.get_one(Token, token_id).used = now()


def of_account(session: Session, account_id: str) -> Sequence[Token]:
    """An account's living tokens, the newest first."""
    query = select(Token).where(Token.account_id == account_id, Token.revoked.is_(None))
    return session.scalars(query.order_by(Token.created.desc(), Token.id)).all()


def revoke(session: Session, account_id: str, token_id: str) -> bool:
    """End a token of an account; whether there was one."""
    token = session.get(Token, token_id)
    if token is None or token.account_id != account_id or token.revoked:
        return False
    token.revoked = now()
    return True
