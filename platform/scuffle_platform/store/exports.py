"""Matches and replays in bulk, as plain columns: mapped rows would take ten times as long."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Result, and_, exists, func, or_, select
from sqlalchemy.orm import Session

from scuffle_platform.store.listing import Place, Wanted, conditions
from scuffle_platform.store.models import (
    HIDDEN,
    Account,
    Bot,
    Match,
    MatchSet,
    MatchStatus,
    Replay,
    SeatRow,
    Version,
)

PLAIN = (
    Match.id,
    Match.game,
    Match.ladder_id.label("ladder"),
    Match.kind,
    Match.status,
    Match.sentence,
    Match.ranked,
    Match.settings,
    Match.seed,
    Match.set_id.label("set"),
    Match.outcome,
    Match.steps,
    Match.tags,
    Match.created,
    Match.started,
    Match.finished,
)
SEAT = (
    SeatRow.player,
    SeatRow.bot_id.label("bot"),
    func.coalesce(Bot.name, Account.name).label("name"),
    Version.number.label("version"),
    SeatRow.place,
    SeatRow.score,
    SeatRow.verdict,
    SeatRow.change,
)


def match_rows(
    session: Session, wanted: Wanted, after: Place | None, limit: int
) -> list[dict[str, Any]]:
    """Matches, the oldest first, as the columns that lists show.

    ``seats`` holds those of each, by seat, ``name`` being ``None`` where an account is gone;
    ``set_ended`` is when its set has ended.
    """
    query = select(*PLAIN, MatchSet.ended.label("set_ended"))
    query = query.outerjoin(MatchSet, MatchSet.id == Match.set_id).where(*conditions(wanted))
    if after:
        created, match_id = after
        later = and_(Match.created == created, Match.id > match_id)
        query = query.where(or_(Match.created > created, later))
    query = query.order_by(Match.created, Match.id).limit(limit)
    rows = _dicts(session.connection().execute(query))
    seats = _seats(session, [row["id"] for row in rows])
    return [row | {"seats": seats.get(row["id"], [])} for row in rows]


def _seats(session: Session, matches: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    query = select(SeatRow.match_id, *SEAT).outerjoin(Bot, Bot.id == SeatRow.bot_id)
    query = query.outerjoin(Version, Version.id == SeatRow.version_id)
    query = query.outerjoin(Account, Account.id == SeatRow.account_id)
    query = query.where(SeatRow.match_id.in_(matches)).order_by(SeatRow.match_id, SeatRow.player)
    found: dict[str, list[dict[str, Any]]] = {}
    for seat in _dicts(session.connection().execute(query)):
        found.setdefault(seat.pop("match_id"), []).append(seat)
    return found


def _dicts(result: Result[Any]) -> list[dict[str, Any]]:
    """What ``mappings`` gives, at a quarter of its cost."""
    names = tuple(result.keys())
    return [dict(zip(names, row, strict=True)) for row in result]


@dataclass(frozen=True, slots=True)
class KeptReplay:
    """A stored replay.

    Attributes:
        match: its match's id.
        finished: when that was.
        whole: whether its seed may be told and no person's name is in it.
        packed: gzipped JSON.
    """

    match: str
    finished: datetime
    whole: bool
    packed: bytes


def first_day(session: Session) -> date | None:
    """The day, in UTC, of the oldest replay that is kept."""
    oldest = session.scalar(select(func.min(Replay.created)).where(Replay.data.is_not(None)))
    return oldest.date() if oldest else None


def replays_of(
    session: Session, day: date, after: Place | None, limit: int, game: str | None, bot: str | None
) -> Iterator[KeptReplay]:
    """Replays of the public matches that finished on a day (UTC), in that order.

    Matches of leagues are their members' affair and never among them.

    Args:
        session: the transaction.
        day: the day, in UTC.
        after: when the last match that was given had finished, and its id.
        limit: how many at most.
        game: only of this game.
        bot: only with the bot of this id.
    """
    begin = datetime(day.year, day.month, day.day, tzinfo=UTC)
    query = (
        select(Match.id, Match.finished, _is_secret(), _has_person(), Replay.data)
        .join(Replay, Replay.match_id == Match.id)
        .outerjoin(MatchSet, MatchSet.id == Match.set_id)
        .where(Match.finished >= begin, Match.finished < begin + timedelta(days=1))
        .where(Match.status == MatchStatus.FINISHED, Match.kind.not_in(HIDDEN))
        .where(Match.league_id.is_(None), Replay.data.is_not(None))
    )
    if after:
        finished, match_id = after
        later = and_(Match.finished == finished, Match.id > match_id)
        query = query.where(Match.finished >= finished, or_(Match.finished > finished, later))
    if game:
        query = query.where(Match.game == game)
    if bot:
        query = query.where(Match.id.in_(select(SeatRow.match_id).where(SeatRow.bot_id == bot)))
    query = query.order_by(Match.finished, Match.id).limit(limit)
    for match, ended, secret, person, packed in session.execute(query):
        assert ended is not None, "only finished ones were asked for"
        assert packed is not None, "only kept ones were asked for"
        yield KeptReplay(match, ended, not (secret or person), packed)


def _is_secret() -> ColumnElement[bool]:
    """Its seed is not told yet: another match of its set goes on."""
    return and_(Match.set_id.is_not(None), MatchSet.ended.is_(None))


def _has_person() -> ColumnElement[bool]:
    return exists().where(SeatRow.match_id == Match.id, SeatRow.account_id.is_not(None))
