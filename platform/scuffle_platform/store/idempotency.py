"""Answers kept so that a repeated POST does nothing twice."""

from datetime import timedelta
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scuffle_platform.store.models import IdempotencyKey, now

KEPT = timedelta(days=1)
UNDER_WAY = 0
"""The status of a request that has no answer yet."""

_GIVEN_UP = timedelta(minutes=2)


def claim(session: Session, account_id: str, key: str, request_hash: str) -> IdempotencyKey | None:
    """Take a key for a request that is about to be answered.

    Returns:
        ``None`` when the key is ours now, else what an earlier request left under it; its status
        is ``UNDER_WAY`` while that one is not answered.
    """
    found = session.get(IdempotencyKey, (account_id, key), with_for_update=True)
    if found and _is_over(found):
        session.delete(found)
        session.flush()
    elif found:
        return found
    try:
        with session.begin_nested():
            session.add(
                IdempotencyKey(
                    account_id=account_id,
                    key=key,
                    request_hash=request_hash,
                    status=UNDER_WAY,
                    answer={},
                )
            )
    except IntegrityError:
        return session.get_one(IdempotencyKey, (account_id, key))
    return None


def keep(session: Session, account_id: str, key: str, status: int, answer: dict[str, Any]) -> None:
    """Keep the answer to the request that took the key."""
    found = session.get_one(IdempotencyKey, (account_id, key))
    found.status, found.answer = status, answer


def release(session: Session, account_id: str, key: str) -> None:
    """Give a key back whose request failed, so that it may be tried again."""
    found = session.get(IdempotencyKey, (account_id, key))
    if found:
        session.delete(found)


def _is_over(found: IdempotencyKey) -> bool:
    age = now() - found.created
    return age > (_GIVEN_UP if found.status == UNDER_WAY else KEPT)
