"""One attempt at one match in cages: from a job to its report.

The worker runs this for ladder matches and challenges, ``scuffle check`` and the worker's check
for the match at the end of a check.
"""

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from scuffle.cage import Launch, Sandbox, Session
from scuffle.jobs import PlayJob, PlayReport
from scuffle.launch import program_launch
from scuffle.match import MatchRecord, play_match
from scuffle.registry import make
from scuffle.replay import ENGINE
from scuffle.seat import HostFault
from scuffle.session_seat import SessionSeat


def run_attempt(
    job: PlayJob, sandbox: Sandbox, roots: Sequence[Path], *, slot: int = 0, worker: str = "local"
) -> PlayReport:
    """Play ``job`` in ``sandbox`` and say what became of it; never raises a fault.

    Args:
        job: what to play.
        sandbox: the backend that makes the cages.
        roots: for each seat the folder in which ``job.programs[seat]`` was unpacked; two seats
            never share one.
        slot: the worker's slot, from 0.
        worker: the worker's name, for the report.
    """
    started = time.time()
    launches = [program_launch(p, root) for p, root in zip(job.programs, roots, strict=True)]
    try:
        record = _play(job, sandbox, launches, slot)
    except HostFault as fault:
        return _void(job, fault, worker, sandbox.name, started)
    return _report(job, record, worker, sandbox.name, started)


def _play(job: PlayJob, sandbox: Sandbox, launches: Sequence[Launch], slot: int) -> MatchRecord:
    # A cage dies with the thread that made it, so the threads stay until the match has ended.
    with ThreadPoolExecutor(len(launches)) as pool:
        making = [pool.submit(sandbox.prepare, launch, job.limits, slot) for launch in launches]
        try:
            seats = [SessionSeat(made.result(), job.limits) for made in making]
            game = make(job.game, job.settings)
            return play_match(game, job.num_players, seats, job.seed, job.limits)
        finally:
            _close_all(making)


def _close_all(making: Sequence[Future[Session]]) -> None:
    """Close every cage that was made, also those beside one that could not be."""
    for made in making:
        if made.exception() is None:
            made.result().close()


def _report(
    job: PlayJob, record: MatchRecord, worker: str, backend: str, started: float
) -> PlayReport:
    return PlayReport(
        match_id=job.match_id,
        attempt=job.attempt,
        token=job.token,
        worker=worker,
        status="finished",
        reason="",
        engine=ENGINE,
        rules_hash=make(job.game, job.settings).rules_hash(),
        backend=backend,
        steps=tuple(record.steps),
        seats=tuple(record.seats),
        outcome=record.outcome.to_dict() if record.outcome else None,
        started=started,
        ended=time.time(),
    )


def _void(job: PlayJob, fault: HostFault, worker: str, backend: str, started: float) -> PlayReport:
    partial: MatchRecord | None = getattr(fault, "partial", None)
    return PlayReport(
        match_id=job.match_id,
        attempt=job.attempt,
        token=job.token,
        worker=worker,
        status="void",
        reason=fault.reason,
        engine=ENGINE,
        rules_hash=make(job.game, job.settings).rules_hash(),
        backend=backend,
        steps=tuple(partial.steps) if partial else (),
        seats=tuple(partial.seats) if partial else (),
        started=started,
        ended=time.time(),
        evidence=fault.evidence,
    )
