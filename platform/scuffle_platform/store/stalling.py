"""Waiting out the wall clock: once it is our fault, twice it is the bot's.

A bot that sleeps while the host is busy cannot be told from one that the host kept waiting, so the
match is void. When the same version does it again within a day, on a worker whose other matches
go well, it was the bot: ``timeout``.
"""

from collections import Counter
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.contract import Verdict
from scuffle.jobs import PlayReport, VerdictRecord
from scuffle_platform.store.models import Attempt, AttemptStatus, SeatRow

MEMORY = timedelta(days=1)
LATELY = timedelta(minutes=15)
FINE = 4
SENTENCE = (
    "It let the wall-clock limit pass for the second time, while other matches on the same worker "
    "went well: sleeping or waiting for something is a timeout."
)


def stalled_seat(report: PlayReport) -> int | None:
    """The seat that was waited for when the wall limit passed on a busy host, if that was it."""
    player = report.evidence.get("player")
    if "waited_ms" not in report.evidence or not isinstance(player, float | int):
        return None
    return int(player) if 0 <= player < len(report.seats) else None


def is_to_blame(
    session: Session, attempt: Attempt, report: PlayReport, player: int, at: datetime
) -> bool:
    """Whether the version in seat ``player`` has done this before, and the worker is fine."""
    seat = session.get(SeatRow, (attempt.match_id, player))
    if seat is None or seat.version_id is None:
        return False
    before = _stalled_before(session, seat.version_id, attempt, at)
    return before and _worker_is_fine(session, report.worker, attempt, at)


def blamed(report: PlayReport, player: int) -> PlayReport:
    """The report as a finished match in which that seat timed out; its outcome is still open."""
    started = any(entry.request > 0 for entry in report.seats[player].log) or report.steps
    verdict = Verdict.TIMEOUT if started else Verdict.START_TIMEOUT
    failed = VerdictRecord(verdict=verdict, step=len(report.steps))
    seats = list(report.seats)
    seats[player] = seats[player].model_copy(update={"verdict": failed, "detail": SENTENCE})
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
        )
    )
    return any(
        "waited_ms" in evidence and evidence.get("player") == player
        for evidence, player in session.execute(query)
    )


def _worker_is_fine(session: Session, worker: str, attempt: Attempt, at: datetime) -> bool:
    """It reported other matches lately, at least ``FINE`` for each that was void.

    A few voids are left to others that stall: they must not shield each other.
    """
    query = select(Attempt.status).where(
        Attempt.worker == worker,
        Attempt.match_id.is_not(None),
        Attempt.match_id != attempt.match_id,
        Attempt.ended > at - LATELY,
    )
    statuses = Counter(session.scalars(query))
    reported, void = statuses[AttemptStatus.REPORTED], statuses[AttemptStatus.VOID]
    return reported > 0 and reported >= FINE * void
