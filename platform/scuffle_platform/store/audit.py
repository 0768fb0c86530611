"""The audit trail: what was done by hand, by whom, when."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle_platform.store.models import Account, Audit


def note(
    session: Session, account_id: str | None, action: str, subject: str = "", **detail: Any
) -> None:
    """Note that something was done, in the transaction that does it.

    Args:
        session: that transaction.
        account_id: who did it; ``None``: somebody at the server's command line.
        action: as the command is called, such as ``drain``.
        subject: to what.
        **detail: whatever explains it, as JSON.
    """
    session.add(
        Audit(account_id=account_id, action=action[:64], subject=subject[:200], detail=detail)
    )


def page(session: Session, number: int, count: int) -> Sequence[tuple[Audit, str | None]]:
    """A page of the trail from 1, the newest first, each with the name of who did it."""
    query = (
        select(Audit, Account.name)
        .outerjoin(Account, Account.id == Audit.account_id)
        .order_by(Audit.at.desc(), Audit.id)
        .offset((number - 1) * count)
        .limit(count)
    )
    return [(entry, name) for entry, name in session.execute(query)]
