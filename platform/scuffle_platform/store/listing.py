"""Lists that the API gives in pages, and single rows by the words that it takes for them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import ColumnElement, Select, String, and_, cast, exists, or_, select, union_all
from sqlalchemy.orm import Session, aliased, joinedload

from scuffle.contract import Verdict
from scuffle_platform.store import sight
from scuffle_platform.store.models import (
    HIDDEN,
    Bot,
    Fit,
    Ladder,
    LadderKind,
    League,
    Match,
    MatchKind,
    MatchSet,
    MatchStatus,
    Rating,
    RatingPoint,
    SeatRow,
    Version,
    Visibility,
)
from scuffle_platform.store.pages.leaderboards import open_public, public_ladders
from scuffle_platform.store.pages.matches import with_seats

Place = tuple[datetime, str]
"""Moment and id of the last row of a page: where the next one begins."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches a list shows; what is ``None`` narrows nothing.

    Attributes:
        game: a game's id.
        ladder: a ladder's id.
        kind: why it was played; check matches are shown to their owner alone.
        status: how far it has come.
        bot: the id of a bot that sits in it.
        opponent: the id of another bot that sits in it.
        version: the number of ``bot``'s version.
        seat: the seat of ``bot``, or of whoever has ``verdict``.
        settings: settings that it was played under; others may differ.
        verdict: what some seat (``bot``'s, if given) has.
        failed: some seat (``bot``'s, if given) has a verdict other than ``ok``.
        result: ``win``, ``draw`` or ``loss`` of ``bot``.
        reason: the outcome's own word.
        tag: a mark on its timeline.
        since: created then or later.
        contest: the id of the series or tournament that it belongs to.
        account: the id of an account that sits in it, by a bot or itself; without ``bot``, what is
            asked of a seat is asked of one of its seats.
        viewer: the id of the account that asks.
        sees_all: an administrator asks.
    """

    game: str | None = None
    ladder: str | None = None
    kind: MatchKind | None = None
    status: MatchStatus | None = None
    bot: str | None = None
    opponent: str | None = None
    version: int | None = None
    seat: int | None = None
    settings: dict[str, object] = field(default_factory=dict)
    verdict: Verdict | None = None
    failed: bool = False
    result: str | None = None
    reason: str | None = None
    tag: str | None = None
    since: datetime | None = None
    contest: str | None = None
    account: str | None = None
    viewer: str | None = None
    sees_all: bool = False


def matches(session: Session, wanted: Wanted, after: Place | None, limit: int) -> Sequence[Match]:
    """A page of matches with their seats, the newest first."""
    query = select(Match).where(*conditions(wanted))
    if after:
        created, match_id = after
        query = query.where(
            or_(Match.created < created, and_(Match.created == created, Match.id < match_id))
        )
    query = query.order_by(Match.created.desc(), Match.id.desc()).limit(limit)
    loaded = (*with_seats(), joinedload(Match.set).load_only(MatchSet.ended))
    return session.scalars(query.options(*loaded)).all()


def visible(session: Session, match: Match, viewer: str | None) -> bool:
    """Whether an account may know of a match.

    A check is its bot's owner's business, and a private league's match that league's.
    """
    if match.kind not in HIDDEN:
        return sight.sees(session, match.league_id, viewer)
    return viewer is not None and any(
        seat.bot is not None and seat.bot.account_id == viewer for seat in match.seats
    )


def ladders(session: Session, viewer: str | None = None) -> Sequence[Ladder]:
    """The ladders that everybody may see, and an account's own leagues; the open ones first."""
    listed = Ladder.visibility == Visibility.PUBLIC
    own = (Ladder.kind == LadderKind.LEAGUE) & Ladder.id.in_(sight.seen_leagues(viewer))
    query = select(Ladder).where(listed | own)
    return session.scalars(
        query.order_by(Ladder.archived.is_not(None), Ladder.game, Ladder.created.desc())
    ).all()


def ladder(
    session: Session, ladder_id: str, viewer: str | None = None, *, sees_all: bool = False
) -> Ladder | None:
    """A ladder that an account may see, if it knows its id."""
    found = session.get(Ladder, ladder_id)
    if found is None or sees_all or found.visibility != Visibility.PRIVATE:
        return found
    is_members = session.get(League, ladder_id) and sight.sees(session, ladder_id, viewer)
    return found if is_members else None


def rating_points(
    session: Session, bot_id: str, after: Place | None, limit: int
) -> list[tuple[RatingPoint, int, int]]:
    """A bot's rating after each fit that held new matches of it, with version and fit number.

    A page of them, the newest first; the id of each is that of its fit and that of its version.
    """
    row_id = RatingPoint.fit_id + RatingPoint.version_id
    query = (
        select(RatingPoint, Version.number, Fit.number)
        .join(Version, Version.id == RatingPoint.version_id)
        .join(Fit, Fit.id == RatingPoint.fit_id)
        .where(RatingPoint.bot_id == bot_id, RatingPoint.ladder_id.in_(public_ladders()))
        .order_by(RatingPoint.at.desc(), row_id.desc())
        .limit(limit)
    )
    if after:
        moment, last = after
        earlier = RatingPoint.at < moment
        query = query.where(or_(earlier, and_(RatingPoint.at == moment, row_id < last)))
    return [(point, version, fit) for point, version, fit in session.execute(query)]


def active_rating(session: Session, bot: Bot) -> Rating | None:
    """What the newest fit of its public ladder says of a bot's active version."""
    query = select(Rating).where(Rating.version_id == bot.active_version_id)
    query = query.where(Rating.ladder_id.in_(open_public()))
    return session.scalar(query.limit(1))


def conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    """What must hold of a match."""
    plain: tuple[tuple[ColumnElement[bool], object], ...] = (
        (Match.game == wanted.game, wanted.game),
        (Match.ladder_id == wanted.ladder, wanted.ladder),
        (Match.kind == wanted.kind, wanted.kind),
        (Match.status == wanted.status, wanted.status),
        (Match.outcome["reason"].as_string() == wanted.reason, wanted.reason),
        (_holds(Match.tags, wanted.tag), wanted.tag),
        (Match.set_id.in_(_sets_of(wanted.contest)), wanted.contest),
    )
    found = [condition for condition, value in plain if value is not None]
    if wanted.since:
        found.append(Match.created >= wanted.since)
    found += [_setting(name, value) for name, value in wanted.settings.items()]
    return found + _people_conditions(wanted) + _seat_conditions(wanted)


def _people_conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.opponent:
        of = SeatRow.bot_id == wanted.opponent
        found.append(Match.id.in_(met(wanted.bot, wanted.opponent)) if wanted.bot else _among(of))
    if wanted.account and wanted.bot:
        found.append(_of_account(wanted.account))
    if not wanted.sees_all:
        seen = Match.kind.not_in(HIDDEN)
        found.append(or_(seen, _sits_of(wanted.viewer)) if wanted.viewer else seen)
        found.append(sight.seen_matches(wanted.viewer))
    return found


def _seat_conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    """All of these must hold of one and the same seat."""
    found: list[ColumnElement[bool]] = []
    if wanted.bot:
        found.append(SeatRow.bot_id == wanted.bot)
    if wanted.version is not None:
        found.append(SeatRow.version.has(Version.number == wanted.version))
    if wanted.seat is not None:
        found.append(SeatRow.player == wanted.seat)
    if wanted.verdict is not None:
        found.append(SeatRow.verdict == wanted.verdict)
    if wanted.failed:
        found.append(SeatRow.verdict != Verdict.OK)
    if wanted.result:
        found += _result(wanted.result)
    if wanted.account and not wanted.bot:
        return [_of_account(wanted.account, *found)]
    if not found:
        return []
    few = wanted.bot or wanted.failed or wanted.verdict not in (None, Verdict.OK)
    # Of the few in which both bots sit, each is looked at.
    return [_among(*found) if few and not wanted.opponent else _sits(*found)]


def _result(word: str) -> list[ColumnElement[bool]]:
    """A win is first place alone, a draw is first place shared, the rest is lost."""
    if word == "loss":
        return [SeatRow.place > 1]
    other = aliased(SeatRow)
    shared = exists().where(
        other.match_id == SeatRow.match_id, other.player != SeatRow.player, other.place == 1
    )
    return [SeatRow.place == 1, shared if word == "draw" else ~shared]


def met(bot_id: str, opponent_id: str) -> Select[str]:
    """Ids of the matches in which both bots sit; both sides are read from an index alone."""
    other = aliased(SeatRow)
    query = select(SeatRow.match_id).join(other, other.match_id == SeatRow.match_id)
    return query.where(SeatRow.bot_id == bot_id, other.bot_id == opponent_id)


def _among(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Such a seat is in it, where few are: the database begins with the seats."""
    return Match.id.in_(select(SeatRow.match_id).where(*conditions))


def _of_account(account_id: str, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """A bot of the account has such a seat, or the account itself, which plays by hand."""
    bots = select(SeatRow.match_id).join(Bot, Bot.id == SeatRow.bot_id)
    hand = aliased(Match)
    hands = select(SeatRow.match_id).join(hand, hand.id == SeatRow.match_id)
    return Match.id.in_(
        union_all(
            bots.where(Bot.account_id == account_id, *conditions),
            hands.where(hand.kind == MatchKind.HAND, SeatRow.account_id == account_id, *conditions),
        )
    )


def _sets_of(contest: str | None) -> Select[str]:
    return select(MatchSet.id).where(MatchSet.contest_id == contest)


def _sits(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Such a seat is in it, where many are: the database begins with the newest match."""
    return exists().where(SeatRow.match_id == Match.id, *conditions).correlate(Match)


def _sits_of(account_id: str) -> ColumnElement[bool]:
    return _sits(SeatRow.bot_id == Bot.id, Bot.account_id == account_id)


def _holds(column: object, word: str | None) -> ColumnElement[bool]:
    # A list of strings is stored as JSON text, where a whole word stands in quotes.
    quoted = json.dumps(word)
    return cast(column, String).contains(quoted, autoescape=True)


def _setting(name: str, value: object) -> ColumnElement[bool]:
    held = Match.settings[name]
    typed: ColumnElement[object] = held.as_string()
    if isinstance(value, bool):
        typed = held.as_boolean()
    elif isinstance(value, int):
        typed = held.as_integer()
    elif isinstance(value, float):
        typed = held.as_float()
    return typed == value


def challenge_times(session: Session, account_id: str, since: datetime) -> Sequence[datetime]:
    """When an account asked for each challenge since then, the oldest first."""
    query = select(Match.created).where(
        Match.asked_by == account_id, Match.kind == MatchKind.CHALLENGE, Match.created > since
    )
    return session.scalars(query.order_by(Match.created)).all()
