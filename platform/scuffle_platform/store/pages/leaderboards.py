"""Leaderboards: who leads a ladder."""

from typing import NamedTuple

from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.orm import Session, aliased, joinedload, load_only
from sqlalchemy.orm.interfaces import ORMOption

from scuffle_platform.store.models import Account, Bot, Fit, Ladder, LadderKind, Rating, Version


def _shown_fit() -> Select[str, Fit]:
    one = aliased(Fit)
    newest = select(one.id).where(one.ladder_id == Ladder.id).correlate(Ladder)
    newest = newest.order_by(one.number.desc()).limit(1)
    public = (Ladder.kind == LadderKind.PUBLIC, Ladder.archived.is_(None))
    query = select(Ladder.id, Fit).outerjoin(Fit, Fit.id == newest.scalar_subquery())
    query = query.where(Ladder.game == bindparam("game"), *public)
    return query.order_by(Ladder.epoch.desc()).limit(1)


_SHOWN_FIT = _shown_fit()


def shown_fit(session: Session, game: str) -> tuple[str, Fit | None] | None:
    """The open public ladder of a game by its id, and its newest fit."""
    row = session.execute(_SHOWN_FIT, {"game": game}).first()
    return (row[0], row[1]) if row else None


def newest_fit(session: Session, ladder_id: str) -> Fit | None:
    """What a ladder's ratings come from."""
    query = select(Fit).where(Fit.ladder_id == ladder_id).order_by(Fit.number.desc()).limit(1)
    return session.scalar(query)


class Standing(NamedTuple):
    """A line of a leaderboard."""

    rank: int
    bot: str
    """Its id."""
    name: str
    owner: str
    account: str
    """The owner's id."""
    version: int
    language: str
    rating: float
    plus_minus: float
    games: int
    wins: int
    draws: int
    losses: int


# Plain columns, and put together once: as objects, fifty lines would cost more than their page.
_LINES = (
    select(
        Rating.rank,
        Bot.id,
        Bot.name,
        Account.name,
        Account.id,
        Version.number,
        Version.language,
        Rating.rating,
        Rating.plus_minus,
        Rating.games,
        Rating.wins,
        Rating.draws,
        Rating.losses,
    )
    .join(Bot, Bot.id == Rating.bot_id)
    .join(Account, Account.id == Bot.account_id)
    .join(Version, Version.id == Rating.version_id)
    .where(Rating.ladder_id == bindparam("ladder"))
    .order_by(Rating.rank)
)
_STANDING = _LINES.where(Rating.rank > bindparam("after")).limit(bindparam("most"))
_OWN = _LINES.where(Rating.rank.is_not(None), Account.id == bindparam("account"))


def standing(session: Session, ladder_id: str, after: int, limit: int) -> list[Standing]:
    """The ranked versions of a ladder behind a rank, best first."""
    given = {"ladder": ladder_id, "after": after, "most": limit}
    return [Standing(rank or 0, *rest) for rank, *rest in session.execute(_STANDING, given)]


def own_lines(session: Session, ladder_id: str, account_id: str) -> list[Standing]:
    """The ranked versions of one account in a ladder, best first: a few, as a ladder allows."""
    given = {"ladder": ladder_id, "account": account_id}
    return [Standing(rank or 0, *rest) for rank, *rest in session.execute(_OWN, given)]


def public_ladders() -> Select[str]:
    """Ids of the games' own ladders, those of earlier epochs and seasons too."""
    return select(Ladder.id).where(Ladder.kind == LadderKind.PUBLIC)


def open_public() -> Select[str]:
    """Ids of those that are played now: of a bot's ratings in several ladders the one meant."""
    return public_ladders().where(Ladder.archived.is_(None))


def tops(session: Session, count: int) -> dict[str, list[Rating]]:
    """The first ``count`` of every open public ladder, by game."""
    query = (
        select(Rating, Ladder.game)
        .join(Ladder, Ladder.id == Rating.ladder_id)
        .where(Ladder.kind == LadderKind.PUBLIC, Ladder.archived.is_(None), Rating.rank <= count)
        .options(*_named())
        .order_by(Rating.rank)
    )
    found: dict[str, list[Rating]] = {}
    for rating, game in session.execute(query):
        found.setdefault(game, []).append(rating)
    return found


def rating_of(session: Session, version_id: str | None) -> Rating | None:
    """What the newest fit of the public ladder says of a version."""
    if version_id is None:
        return None
    query = select(Rating).where(Rating.version_id == version_id)
    return session.scalars(query.where(Rating.ladder_id.in_(open_public()))).first()


def entrants(session: Session, ladder_id: str) -> int:
    """How many versions have a rank in a ladder."""
    query = select(func.count()).where(Rating.ladder_id == ladder_id, Rating.rank.is_not(None))
    return session.scalar(query) or 0


def _named() -> tuple[ORMOption, ...]:
    return (
        joinedload(Rating.bot).load_only(Bot.id, Bot.name, Bot.state, Bot.account_id),
        joinedload(Rating.version).options(load_only(Version.number, Version.language)),
        joinedload(Rating.fit),
    )
