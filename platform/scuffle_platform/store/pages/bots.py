"""Bots: an account's own, and one with its history."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, and_, case, func, select
from sqlalchemy.orm import Session, aliased, joinedload

from scuffle.contract import Verdict
from scuffle_platform.store.listing import met
from scuffle_platform.store.models import (
    Bot,
    BotState,
    Match,
    MatchStatus,
    Rating,
    RatingPoint,
    SeatRow,
    Version,
)
from scuffle_platform.store.pages.leaderboards import open_public, public_ladders


@dataclass(frozen=True, slots=True)
class Owned:
    """One row of My Bots."""

    bot: Bot
    newest: Version | None
    rating: Rating | None
    faults: int
    """Failures among its last matches."""


def owned(session: Session, account_id: str) -> list[Owned]:
    """An account's bots, the retired ones last."""
    bots = _bots(session, account_id)
    ids = [bot.id for bot in bots]
    newest = _newest_versions(session, ids)
    ratings = _ratings(session, [bot.active_version_id for bot in bots if bot.active_version_id])
    faults = _faults(session, ids)
    return [
        Owned(bot, newest.get(bot.id), ratings.get(bot.id), faults.get(bot.id, 0)) for bot in bots
    ]


def _bots(session: Session, account_id: str) -> Sequence[Bot]:
    retired = case((Bot.state == BotState.RETIRED, 1), else_=0)
    query = select(Bot).where(Bot.account_id == account_id).order_by(retired, Bot.created)
    return session.scalars(query.options(joinedload(Bot.active_version))).all()


def _newest_versions(session: Session, bots: list[str]) -> dict[str, Version]:
    last = select(func.max(Version.number)).where(Version.bot_id == Bot.id).correlate(Bot)
    query = select(Version).join(Bot, Bot.id == Version.bot_id).where(Bot.id.in_(bots))
    rows = session.scalars(query.where(Version.number == last.scalar_subquery()))
    return {version.bot_id: version for version in rows}


def _ratings(session: Session, versions: list[str]) -> dict[str, Rating]:
    query = select(Rating).where(Rating.version_id.in_(versions))
    rows = session.scalars(query.where(Rating.ladder_id.in_(open_public())))
    return {rating.bot_id: rating for rating in rows}


def _faults(session: Session, bots: list[str]) -> dict[str, int]:
    """Failures of each bot's newest version: an older one's are mended or forgotten."""
    last = select(func.max(Version.number)).where(Version.bot_id == SeatRow.bot_id)
    query = (
        select(SeatRow.bot_id, func.count())
        .join(Version, Version.id == SeatRow.version_id)
        .where(SeatRow.bot_id.in_(bots), SeatRow.verdict.is_not(None))
        .where(SeatRow.verdict != Verdict.OK)
        .where(Version.number == last.correlate(SeatRow).scalar_subquery())
        .group_by(SeatRow.bot_id)
    )
    return {bot: count for bot, count in session.execute(query) if bot}


def bot(session: Session, bot_id: str) -> Bot | None:
    """A bot by its id."""
    query = select(Bot).where(Bot.id == bot_id).options(joinedload(Bot.active_version))
    return session.scalars(query).first()


def named(session: Session, game: str, key: str) -> Bot | None:
    """A bot by its name in one game; ``key`` is the name as compared."""
    return session.scalars(select(Bot).where(Bot.game == game, Bot.name_key == key)).first()


def versions(session: Session, bot_id: str) -> Sequence[Version]:
    """A bot's versions, newest first."""
    query = select(Version).where(Version.bot_id == bot_id)
    return session.scalars(query.order_by(Version.number.desc())).all()


def version(session: Session, bot_id: str, number: int) -> Version | None:
    """One version with its bot."""
    query = select(Version).where(Version.bot_id == bot_id, Version.number == number)
    return session.scalars(query.options(joinedload(Version.bot))).first()


def ratings(session: Session, bot_id: str) -> dict[str, Rating]:
    """What the newest fit of the public ladder says of each version of a bot, by version id."""
    query = select(Rating).where(Rating.bot_id == bot_id)
    rows = session.scalars(query.where(Rating.ladder_id.in_(open_public())))
    return {rating.version_id: rating for rating in rows}


class Moment(NamedTuple):
    """What a fit said of a version."""

    at: datetime
    rating: float
    plus_minus: float
    version: int
    """Its number."""


def history(session: Session, bot_id: str) -> list[Moment]:
    """A bot's rating after each fit that held new matches of it, the oldest first."""
    query = (
        select(RatingPoint.at, RatingPoint.rating, RatingPoint.plus_minus, Version.number)
        .join(Version, Version.id == RatingPoint.version_id)
        .where(RatingPoint.bot_id == bot_id, RatingPoint.ladder_id.in_(public_ladders()))
        .order_by(RatingPoint.at, Version.number)
    )
    return [Moment(*row) for row in session.execute(query)]


@dataclass(frozen=True, slots=True)
class Count:
    """Ranked results under one heading."""

    label: str
    seat: int | None
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many in all."""
        return self.wins + self.draws + self.losses


_SHARED = aliased(SeatRow)
_firsts = (
    select(func.count())
    .select_from(_SHARED)
    .where(_SHARED.match_id == SeatRow.match_id, _SHARED.place == 1)
    .correlate(SeatRow)
    .scalar_subquery()
)
Columns = tuple[ColumnElement[int], ColumnElement[int], ColumnElement[int]]

_IN_ALL: Columns = (
    func.sum(case((SeatRow.place > 1, 0), (_firsts == 1, 1), else_=0)),
    func.sum(case((SeatRow.place == 1, 1), else_=0)),
    func.sum(case((SeatRow.place > 1, 1), else_=0)),
)
"""Won alone, first place alone or shared, else lost."""


def _between(other: type[SeatRow]) -> Columns:
    """Who of the two did better, whatever place the others of the match took."""
    ahead = other.place - SeatRow.place
    return (
        func.sum(case((ahead > 0, 1), else_=0)),
        func.sum(case((ahead == 0, 1), else_=0)),
        func.sum(case((ahead < 0, 1), else_=0)),
    )


def by_seat(session: Session, bot_id: str) -> list[Count]:
    """A bot's ranked results by format and seat."""
    rows = session.execute(_seats_of(bot_id, _IN_ALL))
    return [Count(key, seat, won, first - won, lost) for key, seat, won, first, lost in rows]


def by_seat_against(session: Session, bot_id: str, opponent_id: str) -> list[Count]:
    """The same against one other bot."""
    other = aliased(SeatRow)
    query = _seats_of(bot_id, _between(other)).join(other, _faces(other))
    query = query.where(other.bot_id == opponent_id, Match.id.in_(met(bot_id, opponent_id)))
    return [Count(*row) for row in session.execute(query)]


def _seats_of(bot_id: str, counts: Columns) -> Select[str, int, int, int, int]:
    return (
        select(Match.format_key, SeatRow.player, *counts)
        .select_from(SeatRow)
        .join(Match, Match.id == SeatRow.match_id)
        .where(SeatRow.bot_id == bot_id, *_COUNTED)
        .group_by(Match.format_key, SeatRow.player)
        .order_by(Match.format_key, SeatRow.player)
    )


def by_version(session: Session, bot_id: str, opponent_id: str) -> list[Count]:
    """A bot's results against one other, by the versions of both."""
    other, theirs = aliased(SeatRow), aliased(Version)
    query = (
        select(Version.number, theirs.number, *_between(other))
        .select_from(SeatRow)
        .join(Match, Match.id == SeatRow.match_id)
        .join(Version, Version.id == SeatRow.version_id)
        .join(other, _faces(other))
        .join(theirs, theirs.id == other.version_id)
        .where(SeatRow.bot_id == bot_id, other.bot_id == opponent_id, *_COUNTED)
        .where(Match.id.in_(met(bot_id, opponent_id)))
        .group_by(Version.number, theirs.number)
        .order_by(Version.number.desc(), theirs.number.desc())
        .limit(40)
    )
    rows = session.execute(query)
    return [Count(f"v{mine} against v{its}", None, *rest) for mine, its, *rest in rows]


def summed(counts: Sequence[Count]) -> Count:
    """All of them together."""
    wins, draws = (sum(getattr(one, name) for one in counts) for name in ("wins", "draws"))
    return Count("", None, wins, draws, sum(one.losses for one in counts))


def opponents(session: Session, bot_id: str) -> dict[str, Count]:
    """A bot's ranked results by the id of the other bot, the thirty most met."""
    other = aliased(SeatRow)
    query = (
        select(other.bot_id, *_between(other))
        .select_from(SeatRow)
        .join(Match, Match.id == SeatRow.match_id)
        .join(other, _faces(other))
        .where(SeatRow.bot_id == bot_id, other.bot_id.is_not(None), *_COUNTED)
        .group_by(other.bot_id)
        .order_by(func.count().desc(), other.bot_id)
        .limit(30)
    )
    return {str(met): Count("", None, *rest) for met, *rest in session.execute(query)}


def names(session: Session, bots: Collection[str]) -> dict[str, str]:
    """What those bots are called now, by id."""
    query = select(Bot.id, Bot.name).where(Bot.id.in_(bots))
    return {row.id: row.name for row in session.execute(query)}


_COUNTED = (
    Match.ranked.is_(True),
    Match.status == MatchStatus.FINISHED,
    Match.league_id.is_(None),
)
"""What a bot does in a league is told by that league's pages, to whom may see them."""


def _faces(other: type[SeatRow]) -> ColumnElement[bool]:
    return and_(other.match_id == SeatRow.match_id, other.player != SeatRow.player)


def verdicts(session: Session, bot_id: str) -> list[tuple[str, int]]:
    """How often each verdict fell on a bot, the most frequent first."""
    query = (
        select(SeatRow.verdict, func.count())
        .join(Match, Match.id == SeatRow.match_id)
        .where(SeatRow.bot_id == bot_id, SeatRow.verdict.is_not(None), Match.league_id.is_(None))
        .group_by(SeatRow.verdict)
        .order_by(func.count().desc())
    )
    return [(str(verdict), count) for verdict, count in session.execute(query)]


def rivals(session: Session, game: str, account_id: str) -> Sequence[Bot]:
    """Active bots of a game, an account's own first: who can be chosen for a challenge."""
    own = case((Bot.account_id == account_id, 0), else_=1)
    query = select(Bot).where(Bot.game == game, Bot.active_version_id.is_not(None))
    query = query.where(Bot.state.in_([BotState.ACTIVE, BotState.BENCHED]))
    return session.scalars(query.order_by(own, Bot.name).limit(200)).all()


def ids_of(session: Session, account_id: str) -> set[str]:
    """The ids of all bots of an account."""
    return set(session.scalars(select(Bot.id).where(Bot.account_id == account_id)))
