"""Waiting out the wall clock: once it is our fault, twice it is the bot's.

A bot that sleeps while the host is busy cannot be told from one that the host kept waiting, so the
match is void. When the same version does it again within a day, on a worker whose other matches
go well, it was the bot: ``timeout``. With two players the match ends by that. With more it would
have gone on without the bot, so it is void once more, and its next attempt is sent with the bot's
grace ``spent``: whoever stalls then is a ``timeout`` in the match, and the others play on.
"""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.contract import Verdict
from scuffle.jobs import STALLED_AGAIN, PlayReport, VerdictRecord
from scuffle_platform.store.models import Attempt, AttemptStatus, Match, SeatRow

MEMORY = timedelta(days=1)
LATELY = timedelta(minutes=15)
FINE = 4


def stalled_seat(evidence: Mapping[str, Any], players: int) -> int | None:
    """The seat that was waited for when the wall limit passed on a busy host, if that was it."""
    player = evidence.get("player")
    if "waited_ms" not in evidence or not isinstance(player, float | int):
        return None
    return int(player) if 0 <= player < players else None


def is_to_blame(session: Session, attempt: Attempt, worker: str, player: int, at: datetime) -> bool:
    """Whether by ``at`` the version in seat ``player`` had done this, and the worker was fine."""
    seat = session.get(SeatRow, (attempt.match_id, player))
    if seat is None or seat.version_id is None:
        return False
    before = _stalled_before(session, seat.version_id, attempt, at)
    return before and is_fine(session, worker, attempt, at)


def spent(session: Session, match: Match, attempt: Attempt) -> tuple[int, ...]:
    """The seats whose grace earlier attempts have used up; none where two play."""
    if match.num_players < 3 or attempt.number == 1:
        return ()
    query = select(Attempt).where(
        Attempt.match_id == match.id,
        Attempt.number < attempt.number,
        Attempt.status == AttemptStatus.VOID,
    )
    found = set()
    for void in session.scalars(query):
        player = stalled_seat(void.evidence, match.num_players)
        if player is None or void.ended is None:
            continue
        if is_to_blame(session, void, void.worker, player, void.ended):
            found.add(player)
    return tuple(sorted(found))


def without_grace(report: PlayReport) -> set[int]:
    """The seats that a worker failed because their grace was used up."""
    return {player for player, seat in enumerate(report.seats) if seat.detail == STALLED_AGAIN}


def blamed(report: PlayReport, player: int) -> PlayReport:
    """The report as a finished match in which that seat timed out; its outcome is still open."""
    started = any(entry.request > 0 for entry in report.seats[player].log) or report.steps
    verdict = Verdict.TIMEOUT if started else Verdict.START_TIMEOUT
    failed = VerdictRecord(verdict=verdict, step=len(report.steps))
    seats = list(report.seats)
    seats[player] = seats[player].model_copy(update={"verdict": failed, "detail": STALLED_AGAIN})
    return report.model_copy(update={"status": "finished", "reason": "", "seats": tuple(seats)})


def _stalled_before(session: Session, version_id: str, attempt: Attempt, at: datetime) -> bool:
    query = (
        select(Attempt.evidence, SeatRow.player)
        .join(SeatRow, SeatRow.match_id == Attempt.match_id)
        .where(
            SeatRow.version_id == version_id,
            Attempt.status == AttemptStatus.VOID,
            Attempt.id != attempt.id,
            Attempt.ended > at - MEMORY,
            Attempt.ended <= at,
        )
    )
    return any(
        "waited_ms" in evidence and evidence.get("player") == player
        for evidence, player in session.execute(query)
    )


def is_fine(session: Session, worker: str, attempt: Attempt, at: datetime) -> bool:
    """Whether a worker reported other matches lately, at least ``FINE`` for each that was void.

    A few voids are left to others that stall: they must not shield each other.
    """
    query = select(Attempt.status).where(
        Attempt.worker == worker,
        Attempt.match_id.is_not(None),
        Attempt.match_id != attempt.match_id,
        Attempt.ended > at - LATELY,
        Attempt.ended <= at,
    )
    statuses = Counter(session.scalars(query))
    reported, void = statuses[AttemptStatus.REPORTED], statuses[AttemptStatus.VOID]
    return reported > 0 and reported >= FINE * void
