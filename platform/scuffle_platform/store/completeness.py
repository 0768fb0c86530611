"""Invariants of results: what was played is there whole, counted once, and nothing is stuck."""

import gzip
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import Select, and_, func, or_, select
from sqlalchemy.orm import Session

from scuffle_platform.store import attempts, dispatch, heartbeats, sets, standings
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Ladder,
    Match,
    MatchStatus,
    Rating,
    Replay,
    Version,
    VersionStatus,
)

SLACK = timedelta(minutes=1)
"""How long past its deadline a row may be: the scheduler sweeps every 10 seconds."""


def gaps(session: Session, at: datetime) -> Iterator[str]:
    """Every result that is not whole, and every row that is stuck, one sentence each."""
    for look in (_final, _reported, _replays, _counted):
        yield from look(session)
    if heartbeats.word(session, heartbeats.SCHEDULER, at) == "ok":
        yield from overdue(session, at)


def overdue(session: Session, at: datetime) -> Iterator[str]:
    """Rows that sit in a state past its deadline; only a running scheduler ends them."""
    late = at - SLACK
    waits = and_(Match.status.in_(sets.OPEN), Match.deadline < late)
    yield from _each(session, select(Match.id).where(waits), "match {} is past its deadline")
    silent = and_(Attempt.status == AttemptStatus.RUNNING, Attempt.lease < late)
    yield from _each(
        session,
        select(Attempt.job_id).where(silent),
        "attempt {} holds a worker's slot and its worker was not seen for a minute",
    )
    given = select(Attempt.version_id).where(
        Attempt.status.in_(attempts.OPEN), Attempt.version_id.is_not(None)
    )
    forgotten = and_(
        Version.status == VersionStatus.CHECKING,
        func.coalesce(Version.check_due, Version.created) < late,
        Version.id.not_in(given),
    )
    yield from _each(
        session, select(Version.id).where(forgotten), "version {} waits and nobody was to check it"
    )


def _final(session: Session) -> Iterator[str]:
    """A match that is over says when and has no deadline; an open one has a deadline."""
    is_open = Match.status.in_(sets.OPEN)
    odd = or_(
        and_(~is_open, or_(Match.finished.is_(None), Match.deadline.is_not(None))),
        and_(is_open, or_(Match.finished.is_not(None), Match.deadline.is_(None))),
    )
    yield from _each(session, select(Match.id).where(odd), "match {} is neither over nor open")


def _reported(session: Session) -> Iterator[str]:
    """A finished match comes from one reported attempt; its attempts are numbered from 1."""
    mine = Attempt.match_id == Match.id
    reported = select(func.count()).where(mine, Attempt.status == AttemptStatus.REPORTED)
    played = Match.kind.in_(dispatch.PLAYED)
    finished = and_(played, Match.status == MatchStatus.FINISHED)
    query = select(Match.id).where(finished, reported.scalar_subquery() != 1)
    yield from _each(session, query, "match {} is finished by another number of attempts than one")
    waiting = and_(played, Match.status.in_(sets.OPEN))
    query = select(Match.id).where(waiting, reported.scalar_subquery() != 0)
    yield from _each(session, query, "match {} has a result and is played again")
    last = select(func.coalesce(func.max(Attempt.number), 0)).where(mine).scalar_subquery()
    count = select(func.count()).where(mine).scalar_subquery()
    wrong = or_(last != Match.attempts, count != Match.attempts)
    query = select(Match.id).where(played, wrong)
    yield from _each(session, query, "match {} has another number of attempts than it counts")


def _replays(session: Session) -> Iterator[str]:
    """A replay is what its hash names and ends as its match did; seats have the same places."""
    query = select(Match, Replay.data, Replay.hash).join(Replay, Replay.match_id == Match.id)
    query = query.where(Match.status == MatchStatus.FINISHED)
    for match, packed, digest in session.execute(query.execution_options(yield_per=100)):
        places = [seat.place for seat in match.seats]
        if match.outcome is not None and match.outcome["places"] != places:
            yield f"match {match.id} has other places at its seats than in its outcome"
        data = gzip.decompress(packed) if packed is not None else None
        if data is None:
            continue
        if sha256(data).hexdigest() != digest:
            yield f"the replay of match {match.id} holds other bytes"
        elif json.loads(data)["outcome"] != match.outcome:
            yield f"the replay of match {match.id} ends in another way"


def _counted(session: Session) -> Iterator[str]:
    """A fit that is up to date holds every ranked result, and counts each seat once."""
    ladders = select(Ladder).where(Ladder.stale == Ladder.fitted)
    for ladder in session.scalars(ladders).all():
        played = standings.counted(ladder)
        query = select(Match.id).where(played, Match.fit_id.is_(None))
        yield from _each(session, query, "match {} is ranked and in no fit")
        results = session.scalar(select(func.sum(Match.num_players)).where(played)) or 0
        rated = select(func.sum(Rating.games)).where(Rating.ladder_id == ladder.id)
        games = session.scalar(rated) or 0
        if games != results:
            yield f"ladder {ladder.id} rates {games} games and has the results of {results}"


def _each(session: Session, query: Select[Any], sentence: str) -> Iterator[str]:
    for key in session.scalars(query):
        yield sentence.format(key)
