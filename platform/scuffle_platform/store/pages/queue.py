"""What waits and what runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from scuffle_platform.store import sight
from scuffle_platform.store.abilities import crew, lacking
from scuffle_platform.store.models import (
    HIDDEN,
    Attempt,
    AttemptStatus,
    Ladder,
    Match,
    MatchKind,
    MatchStatus,
    Tournament,
    Version,
    VersionStatus,
    Worker,
)
from scuffle_platform.store.pages.matches import with_seats

LISTED = 25
PACE_OVER = timedelta(minutes=15)
"""So far back is counted to say how fast matches end now."""


@dataclass(frozen=True, slots=True)
class Open:
    """A match that waits or is being played.

    Attributes:
        match: with its seats.
        competition: the name of its ladder or tournament; empty for what belongs to none.
        contest: the id of its series or tournament, if it has one.
        worker: who plays it; empty while it waits.
        position: from 1 among all that wait; ``None`` for one that is being played.
        expected_s: in how many seconds its turn may come, if that can be said.
    """

    match: Match
    competition: str
    contest: str | None
    worker: str
    position: int | None
    expected_s: float | None


def open_matches(
    session: Session, viewer: str | None, at: datetime, count: int = LISTED
) -> list[Open]:
    """Matches that are being played, then those that wait, the oldest first.

    Those of private leagues are listed for whoever may see them.
    """
    query = select(Match).where(Match.status.in_([MatchStatus.QUEUED, MatchStatus.PLAYING]))
    query = query.where(sight.seen_matches(viewer), Match.kind.not_in(HIDDEN))
    query = query.options(*with_seats(), joinedload(Match.set))
    matches = session.scalars(
        query.order_by(Match.status, Match.created, Match.id).limit(count)
    ).all()
    names = _competitions(session, matches)
    workers = _at_work(session, matches)
    places, pace = _places(session), _turn_s(session, at)
    return [
        Open(
            match,
            names.get((match.set.contest_id if match.set else None) or match.ladder_id or "", ""),
            match.set.contest_id if match.set else None,
            workers.get(match.id, ""),
            places.get(match.id),
            places[match.id] * pace if match.id in places and pace else None,
        )
        for match in matches
    ]


def position(session: Session, match: Match, at: datetime) -> tuple[int, float | None]:
    """Which a waiting match is among those that wait, and in how many seconds its turn may come.

    That cannot be said of one whose languages no worker has, nor while none takes matches.
    """
    query = select(func.count()).where(
        Match.status == MatchStatus.QUEUED, Match.created < match.created
    )
    place = (session.scalar(query) or 0) + 1
    pace = None if lacking(match.sentence) else _turn_s(session, at)
    return place, place * pace if pace else None


def _turn_s(session: Session, at: datetime) -> float | None:
    """Every how many seconds a turn may come; ``None`` while nobody is there to play."""
    return pace_s(session, at) if crew(session).has else None


def pace_s(session: Session, at: datetime) -> float | None:
    """Every how many seconds a match ended lately; ``None`` if none did."""
    query = select(func.count()).where(
        Match.finished > at - PACE_OVER, Match.status == MatchStatus.FINISHED
    )
    ended = session.scalar(query) or 0
    return PACE_OVER.total_seconds() / ended if ended else None


def ages(session: Session) -> Sequence[tuple[MatchKind, str, int, datetime]]:
    """By kind and game how many matches wait, and since when the oldest does."""
    query = select(Match.kind, Match.game, func.count(), func.min(Match.created))
    query = query.where(Match.status == MatchStatus.QUEUED).group_by(Match.kind, Match.game)
    rows = session.execute(query.order_by(func.min(Match.created)))
    return [(kind, game, count, oldest) for kind, game, count, oldest in rows]


def _places(session: Session) -> dict[str, int]:
    query = select(Match.id).where(Match.status == MatchStatus.QUEUED)
    ids = session.scalars(query.order_by(Match.created, Match.id).limit(1000))
    return {match_id: place for place, match_id in enumerate(ids, 1)}


def _competitions(session: Session, matches: Sequence[Match]) -> dict[str, str]:
    """By id of ladder or tournament, its name."""
    ladders = {match.ladder_id for match in matches if match.ladder_id}
    contests = {match.set.contest_id for match in matches if match.set and match.set.contest_id}
    names: dict[str, str] = {}
    for table, ids in ((Ladder, ladders), (Tournament, contests)):
        rows = session.execute(select(table.id, table.name).where(table.id.in_(ids)))
        names |= {key: name for key, name in rows}  # noqa: C416 (rows are no pairs to mypy)
    return names


def _at_work(session: Session, matches: Sequence[Match]) -> dict[str, str]:
    query = select(Attempt.match_id, Attempt.worker).where(
        Attempt.match_id.in_([match.id for match in matches]),
        Attempt.status == AttemptStatus.RUNNING,
    )
    return {match_id: worker for match_id, worker in session.execute(query) if match_id}


def open_checks(session: Session, count: int = 50) -> Sequence[Version]:
    """Versions that wait for their check, the oldest first."""
    query = select(Version).where(
        Version.status == VersionStatus.CHECKING, Version.withdrawn.is_(None)
    )
    query = query.options(joinedload(Version.bot)).order_by(Version.created)
    return session.scalars(query.limit(count)).all()


def checks_before(session: Session, created: datetime) -> int:
    """How many checks wait in front of one uploaded at ``created``."""
    query = select(func.count()).where(
        Version.status == VersionStatus.CHECKING,
        Version.withdrawn.is_(None),
        Version.created < created,
    )
    return session.scalar(query) or 0


def check_attempts(session: Session, version_id: str) -> Sequence[Attempt]:
    """The attempts at a version's check, the first one first."""
    query = select(Attempt).where(Attempt.version_id == version_id).order_by(Attempt.number)
    return session.scalars(query).all()


def running_checks(session: Session) -> set[str]:
    """The versions whose check a worker runs right now."""
    query = select(Attempt.version_id).where(
        Attempt.version_id.is_not(None), Attempt.status == AttemptStatus.RUNNING
    )
    return {version for version in session.scalars(query) if version}


def workers(session: Session) -> Sequence[Worker]:
    """Every worker's last card, by name."""
    return session.scalars(select(Worker).order_by(Worker.name)).all()


def counts(session: Session) -> dict[str, int]:
    """How many matches are in each state."""
    query = select(Match.status, func.count()).group_by(Match.status)
    return {str(status): count for status, count in session.execute(query)}
