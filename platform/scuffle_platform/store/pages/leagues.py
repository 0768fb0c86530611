"""Leagues: lists, one with its members, and the table for its owner's own use."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, and_, func, or_, select
from sqlalchemy.orm import Session, joinedload

from scuffle.contract import Verdict
from scuffle_platform.rating import chance
from scuffle_platform.store.models import (
    Account,
    Bot,
    Entrant,
    Entry,
    Ladder,
    League,
    Match,
    Member,
    Rating,
    SeatRow,
    Version,
    Visibility,
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A league in a list: itself, how many members, and how many of them play."""

    league: League
    members: int
    playing: int


def of(session: Session, account_id: str) -> list[Listed]:
    """The leagues that an account runs or is a member of, the one that closes last first."""
    joined = select(Member.ladder_id).where(Member.account_id == account_id, Member.left.is_(None))
    mine = or_(League.account_id == account_id, League.ladder_id.in_(joined))
    return _listed(session, select(League).where(mine))


def public(session: Session) -> list[Listed]:
    """The leagues that everybody may see."""
    query = select(League).join(Ladder, Ladder.id == League.ladder_id)
    return _listed(session, query.where(Ladder.visibility == Visibility.PUBLIC))


def _listed(session: Session, query: Select[League]) -> list[Listed]:
    found = session.scalars(query.options(joinedload(League.account))).all()
    ids = [league.ladder_id for league in found]
    members = select(Member.ladder_id, func.count()).where(Member.left.is_(None))
    members = members.where(Member.ladder_id.in_(ids)).group_by(Member.ladder_id)
    playing = (
        select(Entrant.ladder_id, func.count())
        .join(Bot, Bot.id == Entrant.bot_id)
        .join(Account, Account.id == Bot.account_id)
        .where(Entrant.ladder_id.in_(ids), Entrant.left.is_(None), Account.is_house.is_(False))
        .group_by(Entrant.ladder_id)
    )
    joined, play = _counts(session, members), _counts(session, playing)
    rows = [Listed(one, joined.get(one.ladder_id, 0), play.get(one.ladder_id, 0)) for one in found]
    return sorted(rows, key=lambda row: (row.league.ladder.closes, row.league.ladder_id))[::-1]


def _counts(session: Session, query: Select[str, int]) -> dict[str, int]:
    return {key: int(number) for key, number in session.execute(query)}


def one(session: Session, league_id: str) -> Listed:
    """A league, with how many are in it."""
    return _listed(session, select(League).where(League.ladder_id == league_id))[0]


@dataclass(frozen=True, slots=True)
class Mate:
    """A member with the bot that plays, if one does."""

    account: Account
    joined: datetime
    bot: Bot | None


def members(session: Session, league_id: str) -> list[Mate]:
    """A league's members by name."""
    plays = and_(Entrant.ladder_id == league_id, Entrant.left.is_(None))
    playing = select(Bot).join(Entrant, and_(Entrant.bot_id == Bot.id, plays))
    query = playing.options(joinedload(Bot.active_version).load_only(Version.number))
    bots = {bot.account_id: bot for bot in session.scalars(query)}
    rows = session.execute(
        select(Account, Member.joined)
        .join(Member, Member.account_id == Account.id)
        .where(Member.ladder_id == league_id, Member.left.is_(None))
        .order_by(Account.name_key)
    )
    return [Mate(account, joined, bots.get(account.id)) for account, joined in rows]


def own_bots(session: Session, account_id: str, game: str) -> Sequence[Bot]:
    """An account's bots of a game, by name."""
    query = select(Bot).where(Bot.account_id == account_id, Bot.game == game)
    return session.scalars(query.order_by(Bot.name_key)).all()


@dataclass(frozen=True, slots=True)
class Line:
    """A member in the owner's table; what is ``None`` or 0 has not come to be.

    Attributes:
        account: the account's name.
        bot: the bot's name.
        version: the number of the version that plays.
        rating: what the newest fit says of it.
        failures: its seats with a verdict other than ``ok``, in ladder and final.
        final: its place in the final.
        chances: by house bot the chance to win against it, a draw being half.
    """

    account: str
    bot: str | None
    version: int | None
    rating: Rating | None
    failures: int
    final: int | None
    chances: dict[str, float | None]


def table(session: Session, league: League) -> tuple[list[str], list[Line]]:
    """The house bots' names, and a line for each member, the best first, then by name."""
    ratings = _ratings(session, league.ladder_id)
    house = {
        rating.bot.name: rating.rating
        for rating in ratings.values()
        if rating.rank is not None and rating.bot.account.is_house
    }
    finals = _finals(session, league.final_id)
    mates = members(session, league.ladder_id)
    versions = {mate.account.id: _version(mate, finals) for mate in mates}
    numbers = _numbers(session, versions.values())
    failures = _failures(session, league.ladder_id, numbers)
    lines = []
    for mate in mates:
        version, entry = versions[mate.account.id], finals.get(mate.account.id)
        rating = ratings.get(version)
        line = Line(
            account=mate.account.name,
            bot=mate.bot.name if mate.bot else None,
            version=numbers.get(version),
            rating=rating,
            failures=failures.get(version, 0),
            final=entry.place if entry else None,
            chances=_chances(rating, house),
        )
        lines.append(line)
    lines.sort(key=lambda line: (line.rating is None, -_lower(line.rating), line.account))
    return sorted(house), lines


def _version(mate: Mate, finals: dict[str, Entry]) -> str:
    """The id of the version that plays, or played the final; ``""``: none."""
    entry = finals.get(mate.account.id)
    bound = entry.version_id if entry else None
    return bound or (mate.bot.active_version_id if mate.bot else None) or ""


def _chances(rating: Rating | None, house: dict[str, float]) -> dict[str, float | None]:
    return {
        name: chance(rating.rating - other) if rating else None
        for name, other in sorted(house.items())
    }


def _lower(rating: Rating | None) -> float:
    return rating.rating - rating.plus_minus if rating else 0.0


def _numbers(session: Session, versions: Iterable[str]) -> dict[str, int]:
    query = select(Version.id, Version.number).where(Version.id.in_(set(versions)))
    return _counts(session, query)


def _ratings(session: Session, league_id: str) -> dict[str, Rating]:
    query = select(Rating).where(Rating.ladder_id == league_id).options(joinedload(Rating.bot))
    return {rating.version_id: rating for rating in session.scalars(query)}


def _failures(session: Session, league_id: str, versions: Iterable[str]) -> dict[str, int]:
    query = (
        select(SeatRow.version_id, func.count())
        .join(Match, Match.id == SeatRow.match_id)
        .where(SeatRow.version_id.in_(list(versions)), Match.league_id == league_id)
        .where(SeatRow.verdict != Verdict.OK)
        .group_by(SeatRow.version_id)
    )
    return {version: count for version, count in session.execute(query) if version}


def _finals(session: Session, final_id: str | None) -> dict[str, Entry]:
    query = select(Entry).where(Entry.tournament_id == final_id)
    return {entry.account_id: entry for entry in session.scalars(query)}
