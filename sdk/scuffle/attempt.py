"""One attempt at one match in cages: from a job to its report.

The worker runs this for ladder matches and challenges, ``scuffle check`` and the worker's check
for the match at the end of a check.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path

from scuffle.cage import Launch, Metering, Sandbox, Session
from scuffle.evidence import Evidence, HostWatch
from scuffle.hand import HandJob
from scuffle.jobs import PlayJob, PlayReport, SeatReport
from scuffle.launch import need_runtime, program_launch
from scuffle.match import MatchRecord, OnFault, OnStep, play_match
from scuffle.registry import make
from scuffle.replay import ENGINE
from scuffle.seat import HostFault, Seat
from scuffle.session_seat import SessionSeat


def run_attempt(
    job: PlayJob,
    sandbox: Sandbox,
    roots: Sequence[Path],
    *,
    slot: int = 0,
    worker: str = "local",
    on_step: OnStep | None = None,
    on_fault: OnFault | None = None,
) -> PlayReport:
    """Play ``job`` in ``sandbox`` and say what became of it; never raises a fault.

    Args:
        job: what to play.
        sandbox: the backend that makes the cages.
        roots: for each seat the folder in which ``job.programs[seat]`` was unpacked; two seats
            never share one.
        slot: the worker's slot, from 0.
        worker: the worker's name, for the report.
        on_step: called with every step as it is taken; must neither wait nor raise.
        on_fault: likewise with every failure of a seat.
    """
    launches = [program_launch(p, root) for p, root in zip(job.programs, roots, strict=True)]
    seats: list[Seat] = []
    loop = partial(play_match, on_step=on_step, on_fault=on_fault)
    play = partial(_play, job, sandbox, launches, slot, seats, loop)
    return reported(job, play, seats, backend=sandbox.name, worker=worker)


def reported(
    job: PlayJob | HandJob,
    play: Callable[[], MatchRecord],
    seats: Sequence[Seat],
    *,
    backend: str,
    worker: str,
) -> PlayReport:
    """Let ``play`` play ``job`` and say what became of it; never raises a fault.

    Args:
        job: what is played.
        play: plays it; fills ``seats``.
        seats: who plays, by seat, once ``play`` has begun.
        backend: what makes the cages.
        worker: the worker's name, for the report.
    """
    started, host = time.time(), HostWatch()
    void: HostFault | None = None
    record: MatchRecord | None
    try:
        record = play()
    except HostFault as fault:
        record, void = fault.partial, fault
    return PlayReport(
        match_id=job.match_id,
        attempt=job.attempt,
        token=job.token,
        worker=worker,
        status="void" if void else "finished",
        reason=void.reason if void else "",
        engine=ENGINE,
        rules_hash=make(job.game, job.settings).rules_hash(),
        backend=backend,
        steps=tuple(record.steps) if record else (),
        seats=_with_evidence(record, seats) if record else (),
        outcome=record.outcome.to_dict() if record and record.outcome else None,
        started=started,
        ended=time.time(),
        evidence=host.figures() | _clock_of(seats) | (void.evidence if void else {}),
    )


def _play(
    job: PlayJob,
    sandbox: Sandbox,
    launches: Sequence[Launch],
    slot: int,
    seats: list[Seat],
    loop: Callable[..., MatchRecord],
) -> MatchRecord:
    """Fill ``seats`` and let ``loop`` play with them."""
    for launch in launches:
        need_runtime(sandbox.check(), launch)
    # A cage dies with the thread that made it, so the threads stay until the match has ended.
    with ThreadPoolExecutor(len(launches)) as pool:
        making = [pool.submit(sandbox.prepare, launch, job.limits, slot) for launch in launches]
        try:
            seats += [
                SessionSeat(made.result(), spent=player in job.spent)
                for player, made in enumerate(making)
            ]
            game = make(job.game, job.settings)
            return loop(game, job.num_players, seats, job.seed, job.limits, given=job.given)
        finally:
            _close_all(making)


def _close_all(making: Sequence[Future[Session]]) -> None:
    """Close every cage that was made, also those beside one that could not be."""
    for made in making:
        if made.exception() is None:
            made.result().close()


def _with_evidence(record: MatchRecord, seats: Sequence[Seat]) -> tuple[SeatReport, ...]:
    return tuple(
        report.model_copy(update={"evidence": seat.evidence()})
        if isinstance(seat, SessionSeat)
        else report
        for report, seat in zip(record.seats, seats, strict=True)
    )


def _clock_of(seats: Sequence[Seat]) -> Evidence:
    """The weakest clock of the match."""
    rank = list(Metering)
    clocks = [seat.metering for seat in seats if isinstance(seat, SessionSeat)]
    return {"clock": max(clocks, key=rank.index).value} if clocks else {}
