"""What was run lately, as blame is judged by: attempts that ended, with who sat there."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from scuffle.contract import Verdict
from scuffle_platform.blame import Run, Sat
from scuffle_platform.store import dispatch, pauses
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Fault,
    Match,
    SeatRow,
    Worker,
)

WINDOW = timedelta(hours=2)
MOST = 2000
"""Of a busy site only the newest attempts are looked at."""

_ENDED = or_(
    Attempt.status == AttemptStatus.REPORTED,
    and_(
        Attempt.status.in_((AttemptStatus.VOID, AttemptStatus.REFUSED)),
        # Cancelled by somebody, which says nothing.
        Attempt.fault != Fault.NONE,
    ),
)


def runs(session: Session, at: datetime, window: timedelta = WINDOW) -> list[Run]:
    """Attempts at matches that ended lately, the newest first.

    Those that a worker made before it was last let back to work are left out, those of a game
    before it last rested, and what an administrator has taken back. Lost attempts say
    nothing: their worker was killed or cut off.
    """
    query = (
        select(Attempt.match_id, Attempt.worker, Attempt.status, Attempt.fault)
        .add_columns(Attempt.ended, Attempt.evidence, Match.game)
        .join(Match, Match.id == Attempt.match_id)
        .where(_ENDED, Attempt.ended > at - window)
        .where(Match.kind.in_(dispatch.CAGED), Match.voided.is_(None))
        .order_by(Attempt.ended.desc())
        .limit(MOST)
    )
    rows = session.execute(query).all()
    begun = session.execute(select(Worker.name, Worker.since))
    since = {row.name: row.since for row in begun}
    over = pauses.ended(session, at)

    def counts(row: Any) -> bool:
        firsts = (since.get(row.worker), over.get(row.game))
        return all(first is None or row.ended > first for first in firsts)

    kept = [row for row in rows if counts(row)]
    seats = _seats(session, {row.match_id for row in kept})
    return [_run(row, seats.get(row.match_id, [])) for row in kept]


def _run(row: Any, seats: list[tuple[str, str, Verdict | None]]) -> Run:
    came = row.status is AttemptStatus.REPORTED
    told = row.evidence.get("seats") or []
    return Run(
        worker=row.worker,
        game=row.game,
        ended=row.ended,
        came=came,
        # What the recorder or the dispatcher could not do leaves no evidence of the worker's.
        by_worker=not came and (row.fault is Fault.WORKER or bool(row.evidence)),
        seats=tuple(
            _sat(bot, version, came and verdict not in (None, Verdict.OK), told, player)
            for player, (bot, version, verdict) in enumerate(seats)
        ),
    )


def _sat(bot: str, version: str, failed: bool, told: list[dict[str, Any]], player: int) -> Sat:
    mine = told[player] if player < len(told) else {}
    cpu, wall, asked = (_figure(mine.get(name)) for name in ("cpu_ms", "wall_ms", "requests"))
    return Sat(bot, version, failed, cpu, wall, int(asked))


def _figure(value: object) -> float:
    """What a worker told, which may be a word or less than nothing."""
    return max(0.0, float(value)) if isinstance(value, int | float) else 0.0


def _seats(
    session: Session, matches: set[str | None]
) -> dict[str, list[tuple[str, str, Verdict | None]]]:
    query = select(SeatRow.match_id, SeatRow.bot_id, SeatRow.version_id, SeatRow.verdict)
    query = query.where(SeatRow.match_id.in_(matches))
    found: dict[str, list[tuple[str, str, Verdict | None]]] = {}
    for match, bot, version, verdict in session.execute(query.order_by(SeatRow.player)):
        found.setdefault(match, []).append((bot or "", version or "", verdict))
    return found
