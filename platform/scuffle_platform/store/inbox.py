"""The inbox: notices written in the transaction of what they tell, each once; kept bounded."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scuffle_platform.store.identifiers import new_id
from scuffle_platform.store.models import Account, Bot, Notice, NoticeKind
from scuffle_platform.store.secrets import new_cookie

MOST = 200
"""Of an account; older ones are dropped."""
READ_AGE = timedelta(days=30)
AGE = timedelta(days=180)


@dataclass(frozen=True, slots=True)
class News:
    """What an account is told.

    Attributes:
        account: the account's id.
        kind: what it is about.
        key: names the event; of each an account has one notice at most.
        about: ids and figures, no names.
    """

    account: str
    kind: NoticeKind
    key: str
    about: dict[str, Any] = field(default_factory=dict)


def tell(session: Session, news: Iterable[News], at: datetime) -> None:
    """Write notices, those left out that are there already.

    Args:
        session: the transaction in which it happens.
        news: at most one for an account and event.
        at: this moment.
    """
    wanted = {(one.account, one.key): one for one in news}
    if not wanted:
        return
    session.flush()
    accounts, keys = zip(*wanted, strict=True)
    query = select(Notice.account_id, Notice.key)
    query = query.where(Notice.account_id.in_(set(accounts)), Notice.key.in_(set(keys)))
    for account, key in session.execute(query):
        wanted.pop((account, key), None)
    if wanted:
        _write(session, [_row(one, at) for one in wanted.values()])


def _row(one: News, at: datetime) -> dict[str, Any]:
    return {
        "id": new_id(),
        "account_id": one.account,
        "kind": one.kind,
        "key": one.key,
        "about": one.about,
        "created": at,
    }


def _write(session: Session, rows: Sequence[dict[str, Any]]) -> None:
    try:
        with session.begin_nested():
            session.execute(insert(Notice), rows)
    except IntegrityError:
        # Another transaction told some of it in this moment: the others one by one.
        if len(rows) > 1:
            for row in rows:
                _write(session, [row])


def tell_owner(
    session: Session, bot: Bot, kind: NoticeKind, key: str, at: datetime, **about: Any
) -> None:
    """Tell a bot's owner; the house reads nothing, and nor does who has left."""
    if not bot.account.is_house and bot.account.deleted is None:
        tell(session, [News(bot.account_id, kind, key, {"bot": bot.id, **about})], at)


def unread(session: Session, account_id: str) -> int:
    """How many notices of an account are unread."""
    query = select(func.count()).where(Notice.account_id == account_id, Notice.read.is_(None))
    return session.scalar(query) or 0


def page(
    session: Session, account_id: str, after: tuple[datetime, str] | None, limit: int
) -> Sequence[Notice]:
    """An account's notices, the newest first, from those after moment and id."""
    query = select(Notice).where(Notice.account_id == account_id)
    if after:
        created, notice_id = after
        same = (Notice.created == created) & (Notice.id < notice_id)
        query = query.where((Notice.created < created) | same)
    ordered = query.order_by(Notice.created.desc(), Notice.id.desc())
    return session.scalars(ordered.limit(limit)).all()


def one(session: Session, account_id: str, notice_id: str) -> Notice | None:
    """One of an account's notices."""
    query = select(Notice).where(Notice.account_id == account_id, Notice.id == notice_id)
    return session.scalar(query)


def read_until(session: Session, account_id: str, until: datetime, at: datetime) -> None:
    """Take all notices up to that moment as read; what came later was not seen yet."""
    session.execute(
        update(Notice)
        .where(Notice.account_id == account_id, Notice.read.is_(None), Notice.created <= until)
        .values(read=at)
    )


def told_lately(
    session: Session, accounts: Collection[str], kind: NoticeKind, since: datetime
) -> Sequence[Notice]:
    """Notices of one kind that are unread, or were made since then."""
    fresh: ColumnElement[bool] = Notice.read.is_(None) | (Notice.created > since)
    query = select(Notice).where(Notice.account_id.in_(accounts), Notice.kind == kind, fresh)
    return session.scalars(query).all()


def feed_owner(session: Session, secret: str) -> Account | None:
    """Whose feed an address is, if its account may come in."""
    query = select(Account).where(Account.feed == secret, Account.disabled.is_(None))
    return session.scalar(query)


def renew_feed(session: Session, account_id: str) -> None:
    """Give an account's feed a new address; the old one leads nowhere."""
    session.get_one(Account, account_id).feed = new_cookie()


def end_feed(session: Session, account_id: str) -> None:
    """Let an account have no feed."""
    session.get_one(Account, account_id).feed = None


def forget(session: Session, account_id: str) -> None:
    """An account is erased, and what it was told with it."""
    session.execute(delete(Notice).where(Notice.account_id == account_id))
    end_feed(session, account_id)


def sweep(session: Session, at: datetime) -> None:
    """Drop what is old, and of each account what is beyond its newest."""
    stale = Notice.read < at - READ_AGE
    session.execute(delete(Notice).where(stale | (Notice.created < at - AGE)))
    crowded = select(Notice.account_id).group_by(Notice.account_id).having(func.count() > MOST)
    for account in session.scalars(crowded).all():
        newest = select(Notice.id).where(Notice.account_id == account)
        newest = newest.order_by(Notice.created.desc(), Notice.id.desc()).limit(MOST)
        session.execute(
            delete(Notice).where(Notice.account_id == account, Notice.id.not_in(newest))
        )
