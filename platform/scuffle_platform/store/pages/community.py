"""Community: what was announced and done, who is here, what may be copied."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import Session, contains_eager, joinedload

from scuffle_platform.names import name_key
from scuffle_platform.store.models import (
    Account,
    Announcement,
    Bot,
    BotState,
    Tournament,
    TournamentStatus,
    Version,
    VersionStatus,
)

_HERE = (
    Account.is_house.is_(False),
    Account.disabled.is_(None),
    Account.deleted.is_(None),
)
"""People who are shown."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened.

    Attributes:
        at: when.
        kind: ``joined``, ``ready``, ``published``, ``begun`` or ``ended``.
        account: whose doing it is.
        version: what is ready, or public, with its bot.
        tournament: what has begun, or ended.
    """

    at: datetime
    kind: str
    account: Account
    version: Version | None = None
    tournament: Tournament | None = None


def activity(session: Session, count: int) -> Sequence[Event]:
    """The newest that people did, taken from the rows themselves; the newest first."""
    found = [
        *_joined(session, count),
        *_versions(session, count),
        *_published(session, count),
        *_tournaments(session, count),
    ]
    return sorted(found, key=lambda event: event.at, reverse=True)[:count]


def _joined(session: Session, count: int) -> list[Event]:
    query = select(Account).where(*_HERE).order_by(Account.created.desc()).limit(count)
    return [Event(one.created, "joined", one) for one in session.scalars(query)]


def _of_bots(*conditions: ColumnElement[bool]) -> Select[Version]:
    return (
        select(Version)
        .join(Bot, Bot.id == Version.bot_id)
        .join(Account, Account.id == Bot.account_id)
        .where(*_HERE, Bot.state.not_in((BotState.RETIRED, BotState.DISABLED)), *conditions)
        .options(contains_eager(Version.bot).contains_eager(Bot.account))
    )


def _versions(session: Session, count: int) -> list[Event]:
    query = _of_bots(Version.status == VersionStatus.READY, Version.decided.is_not(None))
    rows = session.scalars(query.order_by(Version.decided.desc()).limit(count))
    return [Event(one.decided or one.created, "ready", one.bot.account, one) for one in rows]


def _published(session: Session, count: int) -> list[Event]:
    rows = session.scalars(_public().limit(count))
    return [Event(one.published or one.created, "published", one.bot.account, one) for one in rows]


def _public() -> Select[Version]:
    query = _of_bots(Version.published.is_not(None))
    return query.order_by(Version.published.desc(), Version.id.desc())


def _tournaments(session: Session, count: int) -> list[Event]:
    """Without the finals of leagues, which are their members' affair."""
    query = (
        select(Tournament)
        .where(Tournament.ladder_id.is_(None), Tournament.started.is_not(None))
        .options(joinedload(Tournament.account))
        .order_by(func.coalesce(Tournament.ended, Tournament.started).desc())
        .limit(count)
    )
    found = []
    for one in session.scalars(query):
        ended = one.ended if one.status is TournamentStatus.ENDED else None
        if one.status in (TournamentStatus.ENDED, TournamentStatus.PLAYING):
            at = ended or one.started or one.created
            kind = "ended" if ended else "begun"
            found.append(Event(at, kind, one.account, tournament=one))
    return found


def announcements(session: Session, number: int, count: int) -> Sequence[Announcement]:
    """A page of announcements from 1, the newest first."""
    query = select(Announcement).order_by(Announcement.created.desc(), Announcement.id)
    return session.scalars(query.offset((number - 1) * count).limit(count)).all()


def announced_since(session: Session, since: datetime) -> Announcement | None:
    """The newest announcement, if it was made since then."""
    query = select(Announcement).where(Announcement.created > since)
    return session.scalars(query.order_by(Announcement.created.desc()).limit(1)).first()


def people(session: Session, like: str, number: int, count: int) -> Sequence[tuple[Account, int]]:
    """A page of people from 1 whose name holds ``like``, by name, each with its bots' number."""
    shown = Bot.state.not_in((BotState.RETIRED, BotState.DISABLED))
    bots = select(func.count()).where(Bot.account_id == Account.id, shown).scalar_subquery()
    query = select(Account, bots).where(*_HERE)
    if like:
        query = query.where(Account.name_key.contains(name_key(like), autoescape=True))
    query = query.order_by(Account.name_key).offset((number - 1) * count).limit(count)
    return [(account, count) for account, count in session.execute(query)]


def public_versions(
    session: Session, game: str | None, after: tuple[datetime, str] | None, count: int
) -> Sequence[Version]:
    """Versions that their owners made public, with bot and account, the newest first."""
    query = _public()
    if game is not None:
        query = query.where(Bot.game == game)
    if after:
        published, version_id = after
        same = and_(Version.published == published, Version.id < version_id)
        query = query.where(or_(Version.published < published, same))
    return session.scalars(query.limit(count)).all()


def house_bots(session: Session) -> Sequence[Bot]:
    """The bots that come with the games, by game and name, with what they play."""
    query = (
        select(Bot)
        .join(Account, Account.id == Bot.account_id)
        .where(Account.is_house, Bot.state.not_in((BotState.RETIRED, BotState.DISABLED)))
        .where(Bot.active_version_id.is_not(None))
        .options(joinedload(Bot.active_version).load_only(Version.number, Version.language))
    )
    return session.scalars(query.order_by(Bot.game, Bot.name)).all()
