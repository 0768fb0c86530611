"""Bots: made, found, benched, retired."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, joinedload

from scuffle_platform.names import BadName, clean_name, name_key
from scuffle_platform.store.identifiers import new_id
from scuffle_platform.store.models import Account, Bot, BotState, Rating, Version, now
from scuffle_platform.store.pages.leaderboards import open_public

TRIALS = "It holds what its owner tried on the Practice page, and plays on no ladder."
BENCHED_BY_OWNER = "Benched by its owner, who may take it off the bench at any time."

_GONE = (BotState.RETIRED, BotState.DISABLED)


class BotNameTaken(BadName):
    """Another bot of the game has that name."""


def create(session: Session, account_id: str, game: str, name: str) -> Bot:
    """A new bot without a version.

    Args:
        session: a transaction that may write.
        account_id: whose it is.
        game: the id of a game that exists.
        name: as it was typed.

    Raises:
        BadName: the name cannot be had.
        BotNameTaken: it is another bot's already.
    """
    clean = clean_name(name, "bot name")
    bot = Bot(account_id=account_id, game=game, name=clean, name_key=name_key(clean))
    try:
        with session.begin_nested():
            session.add(bot)
    except IntegrityError:
        raise BotNameTaken(
            f"The game has a bot named '{clean}' already; choose another name."
        ) from None
    return bot


def trial_bot(session: Session, account: Account, game: str) -> Bot:
    """The bot of an account that holds what it tries of a game, made when first asked for.

    It has retired from the start, so that no ladder, list or tournament takes it.
    """
    query = select(Bot).where(Bot.account_id == account.id, Bot.game == game, Bot.why == TRIALS)
    bot = session.scalars(query).first()
    if bot is None:
        try:
            bot = create(session, account.id, game, f"{account.name[:26]}-tries")
        except BadName:
            bot = create(session, account.id, game, f"tries-{new_id()}")
        bot.state, bot.retired, bot.why = BotState.RETIRED, now(), TRIALS
    return bot


def find(session: Session, word: str, game: str | None = None) -> Sequence[Bot]:
    """The bots that ``word`` may mean: the one of that id, else all of that name.

    Args:
        session: any transaction.
        word: an id or a name, however that is written.
        game: only bots of this game, if given.
    """
    by_id = session.scalars(_with_names().where(Bot.id == word)).first()
    if by_id and game in (None, by_id.game):
        return [by_id]
    query = _with_names().where(Bot.name_key == name_key(word))
    if game is not None:
        query = query.where(Bot.game == game)
    return session.scalars(query.order_by(Bot.created, Bot.id).limit(20)).all()


def page(
    session: Session,
    *,
    game: str | None = None,
    owner: str | None = None,
    name: str | None = None,
    after: tuple[datetime, str] | None = None,
    limit: int,
) -> list[tuple[Bot, Rating | None]]:
    """Bots with what the newest fit says of their active version, newest first.

    One that is benched keeps its rating, and has no rank.

    Args:
        session: any transaction.
        game: only bots of this game.
        owner: only bots of the account of this name; with it, also retired ones.
        name: only bots of this name.
        after: moment and id of the last bot of the page before.
        limit: how many at most.
    """
    query = _with_names(select(Bot, Rating)).outerjoin(
        Rating,
        and_(
            Rating.version_id == Bot.active_version_id,
            Rating.ladder_id.in_(open_public()),
        ),
    )
    query = query.where(*_page_conditions(game, owner, name, after))
    rows = session.execute(query.order_by(Bot.created.desc(), Bot.id.desc()).limit(limit))
    return [(bot, rating) for bot, rating in rows]


def bench(bot: Bot) -> None:
    """The owner takes a bot out of play; it keeps name, versions and rating."""
    if bot.state not in _GONE:
        bot.state, bot.why = BotState.BENCHED, BENCHED_BY_OWNER


def unbench(bot: Bot) -> None:
    """A bot plays again."""
    if bot.state not in _GONE:
        bot.state, bot.why = (BotState.ACTIVE if bot.active_version_id else BotState.NEW), ""


def retire(bot: Bot) -> None:
    """A bot stops for good: it leaves lists and ladder, its matches stay."""
    if bot.state is not BotState.RETIRED:
        bot.state, bot.retired, bot.why = BotState.RETIRED, now(), "Retired by its owner."


def _with_names(query: Any = None) -> Select[Any]:
    found: Select[Any] = select(Bot) if query is None else query
    return found.options(
        joinedload(Bot.account),
        joinedload(Bot.active_version).load_only(Version.number, Version.language),
    )


def _page_conditions(
    game: str | None, owner: str | None, name: str | None, after: tuple[datetime, str] | None
) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if owner is None:
        found.append(Bot.state.not_in(_GONE))
    else:
        found.append(Bot.account.has(Account.name_key == name_key(owner)))
    if game is not None:
        found.append(Bot.game == game)
    if name is not None:
        found.append(Bot.name_key == name_key(name))
    if after:
        created, bot_id = after
        found.append(or_(Bot.created < created, and_(Bot.created == created, Bot.id < bot_id)))
    return found
