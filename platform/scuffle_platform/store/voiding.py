"""Void and replay: taking back what a worker or an engine has done, and playing it once more."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from scuffle.contract import Verdict
from scuffle_platform.store import alerts, benching, presence, sets
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Fault,
    Ladder,
    Match,
    MatchKind,
    MatchStatus,
    Replay,
    SeatRow,
)

KINDS = (MatchKind.LADDER, MatchKind.CHALLENGE)
"""What is taken back. Series and tournaments have drawn conclusions from theirs already."""
CONTESTS = (MatchKind.SERIES, MatchKind.TOURNAMENT)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which matches are meant: finished ones, played by a worker or an engine in a time.

    Attributes:
        since: not before this moment.
        until: not after this one.
        worker: the worker's name; empty: of all workers.
        engine: what recorded them, such as ``scuffle/0.1.0``; empty: whatever did.
    """

    since: datetime
    until: datetime
    worker: str = ""
    engine: str = ""

    @property
    def words(self) -> str:
        """Whose matches they are, as a sentence says it."""
        return " and ".join(
            words
            for words, said in (
                (f"worker {self.worker}", self.worker),
                (f"engine {self.engine}", self.engine),
            )
            if said
        )


@dataclass(frozen=True, slots=True)
class Preview:
    """What taking them back would touch.

    Attributes:
        matches: how many are voided.
        ranked: how many of those count for a rating.
        bots: how many different bots sat there.
        kept: matches of series and tournaments in the same time, which stay.
    """

    matches: int
    ranked: int
    bots: int
    kept: int


@dataclass(frozen=True, slots=True)
class Taken:
    """What was taken back.

    Attributes:
        matches: how many.
        again: how many of those are played again; bots that have left the site play no more.
        back: how many bots came back from the bench, as they had failed by our fault.
    """

    matches: int = 0
    again: int = 0
    back: int = 0

    def __add__(self, other: "Taken") -> "Taken":
        """Both together."""
        return Taken(self.matches + other.matches, self.again + other.again, self.back + other.back)


def preview(session: Session, selection: Selection) -> Preview:
    """How much would be taken back."""
    meant = [*_meant(selection), Match.kind.in_(KINDS)]
    bots = select(func.count(SeatRow.bot_id.distinct())).join(Match).where(*meant)
    return Preview(
        matches=_count(session, meant),
        ranked=_count(session, [*meant, Match.ranked.is_(True)]),
        bots=session.scalar(bots) or 0,
        kept=_count(session, [*_meant(selection), Match.kind.in_(CONTESTS)]),
    )


def void_some(session: Session, selection: Selection, why: str, at: datetime, most: int) -> Taken:
    """Take at most ``most`` of them back, the oldest first, and queue them once more.

    What was played stays with the attempt. Asked again, it goes on with those that are left.
    Bots that were benched for failures in them play again, unless the others are reason enough.
    """
    query = select(Match).where(*_meant(selection), Match.kind.in_(KINDS))
    # Kept from whoever takes back the same at this moment: it would all be played twice.
    query = query.order_by(Match.finished, Match.id).limit(most).with_for_update(of=Match)
    matches = session.scalars(query).all()
    fault = Fault.WORKER if selection.worker else Fault.OURS
    again, failed = 0, _failed(matches)
    for match in matches:
        _void(session, match, why, fault, at)
        if _all_here(session, match):
            made = sets.replace(session, match, at)
            match.sentence = f"{match.sentence} It is played again as match {made.id}."
            again += 1
        else:
            match.sentence = f"{match.sentence} A bot of it has left, so it is not played again."
    return Taken(len(matches), again, benching.reconsider(session, failed, at))


def replay_void(session: Session, worker: str, since: datetime, at: datetime) -> int:
    """Queue what came to nothing on a worker that is out now, and was tried nowhere else.

    Returns:
        How many matches.
    """
    elsewhere = select(Attempt.match_id).where(
        Attempt.match_id.is_not(None), Attempt.worker.not_in((worker, ""))
    )
    query = select(Match).where(
        Match.status == MatchStatus.VOID,
        Match.kind.in_(KINDS),
        Match.finished > since,
        Match.replaced_by_id.is_(None),
        Match.id.in_(select(Attempt.match_id).where(Attempt.worker == worker)),
        Match.id.not_in(elsewhere),
    )
    found = session.scalars(query.with_for_update(of=Match)).all()
    matches = [match for match in found if _all_here(session, match)]
    for match in matches:
        made = sets.replace(session, match, at)
        match.sentence = f"{match.sentence} It is played again as match {made.id}."
        alerts.resolve(session, "void", match.id, at)
    return len(matches)


def _meant(selection: Selection) -> list[ColumnElement[bool]]:
    found = [
        Match.status == MatchStatus.FINISHED,
        Match.finished >= selection.since,
        Match.finished <= selection.until,
    ]
    if selection.worker:
        found.append(Match.worker == selection.worker)
    if selection.engine:
        found.append(Match.engine == selection.engine)
    return found


def _count(session: Session, conditions: list[ColumnElement[bool]]) -> int:
    return session.scalar(select(func.count()).select_from(Match).where(*conditions)) or 0


def _failed(matches: Sequence[Match]) -> dict[str, str]:
    """By the id of a bot, the last of these ladder matches in which it failed."""
    return {
        seat.bot_id: match.id
        for match in matches
        if match.kind is MatchKind.LADDER
        for seat in match.seats
        if seat.bot_id is not None and seat.verdict is not Verdict.OK
    }


def _void(session: Session, match: Match, why: str, fault: Fault, at: datetime) -> None:
    match.status, match.voided = MatchStatus.VOID, at
    match.outcome, match.actions_hash, match.tags, match.fit_id = None, "", [], None
    match.sentence = f"Void, counts for nothing: an administrator took its result back. {why}"
    for seat in match.seats:
        seat.place = seat.score = seat.verdict = seat.verdict_step = seat.change = None
        seat.sentence = ""
    _keep_with_attempt(session, match, fault, why)
    if match.ladder_id is not None and match.ranked:
        session.get_one(Ladder, match.ladder_id, with_for_update=True).stale += 1


def _keep_with_attempt(session: Session, match: Match, fault: Fault, why: str) -> None:
    """The attempt came to nothing after all; what it played can still be watched."""
    replay = session.get(Replay, match.id)
    query = select(Attempt).where(
        Attempt.match_id == match.id, Attempt.status == AttemptStatus.REPORTED
    )
    for attempt in session.scalars(query).all():
        attempt.status, attempt.fault = AttemptStatus.VOID, fault
        attempt.why = f"Taken back by an administrator. {why}"
        attempt.partial = replay.data if replay else None
    session.execute(delete(Replay).where(Replay.match_id == match.id))


def _all_here(session: Session, match: Match) -> bool:
    gone = presence.matches_of_gone().where(SeatRow.match_id == match.id)
    return session.scalar(gone.limit(1)) is None
