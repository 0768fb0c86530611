"""Invariants of the rows, beyond what the tables themselves can hold."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import Session

from scuffle_platform.store import attempts, sets, standings, tournaments
from scuffle_platform.store.models import (
    Attempt,
    Blob,
    Bot,
    BotState,
    Entry,
    Ladder,
    LadderKind,
    Match,
    MatchKind,
    MatchSet,
    MatchStatus,
    Meeting,
    Rating,
    Replay,
    SeatRow,
    Series,
    SeriesStatus,
    Tournament,
    TournamentStatus,
    Version,
    VersionStatus,
)


def violations(session: Session) -> list[str]:
    """Every row that contradicts another, one sentence each."""
    return [sentence for look in LOOKS for sentence in look(session)]


def _finished(session: Session) -> Iterator[str]:
    """A finished match has its replay's row, and a verdict for every seat."""
    finished = Match.status == MatchStatus.FINISHED
    yield from _each(
        session,
        select(Match.id).where(finished, Match.id.not_in(select(Replay.match_id))),
        "match {} is finished and has no replay",
    )
    without = select(SeatRow.match_id).join(Match).where(finished, SeatRow.verdict.is_(None))
    yield from _each(session, without.distinct(), "match {} is finished without all verdicts")
    yield from _each(
        session,
        select(Replay.match_id).join(Match).where(~finished),
        "match {} has a replay and is not finished",
    )
    unplaced = (
        select(SeatRow.match_id).join(Match).where(finished, Match.ranked, SeatRow.place.is_(None))
    )
    yield from _each(session, unplaced.distinct(), "match {} is ranked and has no places")


def _seats(session: Session) -> Iterator[str]:
    """A match has as many seats as players."""
    count = select(func.count()).where(SeatRow.match_id == Match.id).scalar_subquery()
    query = select(Match.id).where(count != Match.num_players)
    yield from _each(session, query, "match {} has another number of seats than of players")


def _attempts(session: Session) -> Iterator[str]:
    """At most one attempt at a match is open, and none at one that is over."""
    open_ones = Attempt.status.in_(attempts.OPEN)
    twice = select(Attempt.match_id).where(open_ones, Attempt.match_id.is_not(None))
    twice = twice.group_by(Attempt.match_id).having(func.count() > 1)
    yield from _each(session, twice, "match {} has two open attempts")
    over = select(Attempt.match_id).join(Match).where(open_ones, Match.status.not_in(sets.OPEN))
    yield from _each(session, over.distinct(), "match {} is over and has an open attempt")


def _ended_sets(session: Session) -> Iterator[str]:
    """A set has ended when, and only when, all its matches have."""
    going = select(Match.set_id).where(Match.status.in_(sets.OPEN), Match.set_id.is_not(None))
    wrong = or_(
        and_(MatchSet.ended.is_(None), MatchSet.id.not_in(going)),
        and_(MatchSet.ended.is_not(None), MatchSet.id.in_(going)),
    )
    yield from _each(session, select(MatchSet.id).where(wrong), "set {} has a wrong end")


def _versions(session: Session) -> Iterator[str]:
    """A ready version has a program; an active bot plays a ready version of its own."""
    bare = select(Version.id).where(
        Version.status == VersionStatus.READY, Version.program_hash.is_(None)
    )
    yield from _each(session, bare, "version {} is ready and has no program")
    fits: ColumnElement[bool] = and_(
        Version.id == Bot.active_version_id,
        Version.bot_id == Bot.id,
        Version.status == VersionStatus.READY,
    )
    playing = select(Bot.id).where(
        Bot.state == BotState.ACTIVE, ~select(Version).where(fits).exists()
    )
    yield from _each(session, playing, "bot {} is active without a ready version of its own")


def _ladders(session: Session) -> Iterator[str]:
    """A game has one running public ladder."""
    public = select(Ladder.game).where(Ladder.kind == LadderKind.PUBLIC, Ladder.archived.is_(None))
    twice = public.group_by(Ladder.game).having(func.count() > 1)
    yield from _each(session, twice, "game {} has two running public ladders")
    ranked = select(Match.id).where(Match.kind == MatchKind.LADDER, Match.ladder_id.is_(None))
    yield from _each(session, ranked, "match {} is a ladder match without a ladder")
    strays = Match.ranked != Match.ladder_id.is_not(None)
    meant = select(Match.id).where(Match.status.in_(sets.OPEN), strays)
    yield from _each(session, meant, "match {} would be ranked otherwise than its ladder means it")


def _series(session: Session) -> Iterator[str]:
    """A series that is over has an answer and nothing queued; no seed comes twice in a contest."""
    playing = Series.status == SeriesStatus.PLAYING
    wrong = or_(
        and_(playing, or_(Series.answer.is_not(None), Series.ended.is_not(None))),
        and_(~playing, or_(Series.answer.is_(None), Series.ended.is_(None))),
    )
    yield from _each(session, select(Series.id).where(wrong), "series {} has a wrong end")
    over = select(Series.id).where(~playing)
    queued = select(Match.id).join(MatchSet, MatchSet.id == Match.set_id)
    queued = queued.where(Match.status == MatchStatus.QUEUED, MatchSet.contest_id.in_(over))
    yield from _each(session, queued, "match {} waits for a series that is over")
    twice = select(MatchSet.seed).where(MatchSet.contest_id.is_not(None))
    twice = twice.group_by(MatchSet.contest_id, MatchSet.pairing, MatchSet.seed)
    twice = twice.having(func.count() > 1)
    yield from _each(session, twice, "seed {} was used twice in one contest")


def _tournaments(session: Session) -> Iterator[str]:
    """A tournament that is over says when and has nothing queued; one that ended has places."""
    is_open = Tournament.status.in_(tournaments.OPEN)
    wrong = is_open == Tournament.ended.is_not(None)
    yield from _each(session, select(Tournament.id).where(wrong), "tournament {} has a wrong end")
    over = select(Tournament.id).where(~is_open)
    queued = select(Match.id).join(MatchSet, MatchSet.id == Match.set_id)
    queued = queued.where(Match.status == MatchStatus.QUEUED, MatchSet.contest_id.in_(over))
    yield from _each(session, queued, "match {} waits for a tournament that is over")
    ended = select(Tournament.id).where(Tournament.status == TournamentStatus.ENDED)
    unplaced = select(Entry.tournament_id).where(
        Entry.tournament_id.in_(ended), Entry.number.is_not(None), Entry.place.is_(None)
    )
    yield from _each(session, unplaced.distinct(), "tournament {} has ended without all places")
    undecided = select(Meeting.tournament_id).where(
        Meeting.tournament_id.in_(ended), Meeting.ending.is_(None)
    )
    yield from _each(session, undecided.distinct(), "tournament {} has ended and is not decided")


def _ratings(session: Session) -> Iterator[str]:
    """What is stored of a ladder is what a fit from nothing says."""
    query = select(Ladder.id).where(Ladder.stale == Ladder.fitted)
    for ladder_id in session.scalars(query).all():
        fitted = standings.solve(standings.material(session, ladder_id)).estimates
        for rating in session.scalars(select(Rating).where(Rating.ladder_id == ladder_id)):
            estimate = fitted.get(rating.version_id)
            found = (rating.rating, rating.plus_minus)
            if estimate is None or found != (estimate.rating, estimate.plus_minus):
                yield f"version {rating.version_id} is rated {found}, a rebuild says {estimate}"


def _blobs(session: Session) -> Iterator[str]:
    """Bytes are what their hash names."""
    for digest in session.scalars(select(Blob.hash)).all():
        data = session.scalar(select(Blob.data).where(Blob.hash == digest))
        if sha256(data or b"").hexdigest() != digest:
            yield f"blob {digest} holds other bytes"


def _each(session: Session, query: Select[Any], sentence: str) -> Iterator[str]:
    for key in session.scalars(query):
        yield sentence.format(key)


LOOKS: tuple[Callable[[Session], Iterator[str]], ...] = (
    _finished,
    _seats,
    _attempts,
    _ended_sets,
    _versions,
    _ladders,
    _series,
    _tournaments,
    _ratings,
    _blobs,
)
