"""Bearer tokens."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle_platform.names import clean_label
from scuffle_platform.store.models import Account, Token, now
from scuffle_platform.store.secrets import new_token, secret_hash

SCOPES = ("read", "submit", "admin")
MOST = 20
"""How many living tokens an account may have."""

LONGEST_NAME = 64
"""Characters of what a token is for."""
_TOUCH_EVERY = timedelta(minutes=5)


class TooManyTokens(ValueError):
    """An account has as many tokens as it may."""


class TokenExists(ValueError):
    """There is, or was, a token of that secret."""


def make(session: Session, account_id: str, name: str, scopes: Sequence[str]) -> tuple[Token, str]:
    """A new token and its secret, which is told this once.

    Raises:
        BadName: its name has characters that cannot be seen.
        TooManyTokens: the account has 20 living ones.
    """
    secret = new_token()
    return accept(session, account_id, name, scopes, secret_hash(secret)), secret


def accept(
    session: Session, account_id: str, name: str, scopes: Sequence[str], hashed: str
) -> Token:
    """A new token whose secret was made elsewhere and is not known here.

    Args:
        session: the store's.
        account_id: whose it is.
        name: what for.
        scopes: what it may.
        hashed: the SHA-256 of its secret, in hex.

    Raises:
        BadName: its name has characters that cannot be seen.
        TooManyTokens: the account has 20 living ones.
        TokenExists: the secret was used before.
    """
    if len(of_account(session, account_id)) >= MOST:
        raise TooManyTokens(f"The account has {MOST} tokens, which is the most; delete one first.")
    if session.scalar(select(Token.id).where(Token.hash == hashed)):
        raise TokenExists("This code was used before; run scuffle login again for a new one.")
    kept = [scope for scope in SCOPES if scope in scopes]
    label = clean_label(name, "token's name")[:LONGEST_NAME]
    token = Token(account_id=account_id, name=label, hash=hashed, scopes=kept)
    session.add(token)
    session.flush()
    return token


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
