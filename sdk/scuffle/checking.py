"""The check of a version: build it, start it three times, play one match.

The site's workers and ``scuffle check`` run this very code, so both say the same sentences.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from scuffle.attempt import run_attempt
from scuffle.cage import BuildLimits, BuildResult, Sandbox
from scuffle.chair import Chair
from scuffle.chance import player_seed
from scuffle.clock import waiting
from scuffle.contract import Verdict
from scuffle.door import unpack
from scuffle.evidence import Evidence
from scuffle.jobs import (
    AttemptJob,
    CheckJob,
    CheckReport,
    CheckStep,
    PlayJob,
    PlayReport,
    Program,
    SeatReport,
)
from scuffle.kept_builds import KeptBuilds
from scuffle.languages import languages
from scuffle.launch import build_launch, need_tools, program_launch, sdk_folder
from scuffle.protocol import start_message
from scuffle.registry import make
from scuffle.seat import HostFault
from scuffle.session_seat import SessionSeat
from scuffle.wire import dump_line

STARTS = 3
"""How often a check starts the bot before the match."""

START_MARGIN = 0.7
"""The share of the start limit that a start may use; above it the same bot would fail at times."""

OnStep = Callable[[CheckStep], None]


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check leaves: the report for the queue and, when ready, the program's bytes."""

    report: CheckReport
    archive: bytes = b""


def run_check(
    job: CheckJob,
    sandbox: Sandbox,
    archives: Mapping[str, bytes],
    *,
    scratch: Path | None = None,
    slot: int = 0,
    worker: str = "local",
    toolchain: str = "",
    build_limits: BuildLimits | None = None,
    builds: KeptBuilds | None = None,
    on_step: OnStep | None = None,
) -> Checked:
    """Check ``job.program`` in ``sandbox``; faults of bot and host end up in the report.

    Args:
        job: what to check, and the sample bot it meets.
        sandbox: the backend; the ladder's own on a worker.
        archives: normalised tars by their hash; both programs of the job are in it.
        scratch: an existing folder that the cages can read; ``None`` for the system's own.
        slot: the worker's slot, from 0.
        worker: the worker's name, for the report.
        toolchain: what builds and runs the language here (``g++ 12.2.0``), for the report.
        build_limits: what the build may use; ``None`` for the usual.
        builds: what was built before and need not be built again; ``None`` for nothing.
        on_step: told each step as it ends.
    """
    started = time.time()
    tell = on_step or (lambda _: None)
    check = _Check(job, sandbox, archives, scratch, slot, worker, builds, tell)
    status, reason, evidence = _carry_out(check, build_limits or BuildLimits())
    ready = status == "ready"
    report = CheckReport(
        version_id=job.version_id,
        attempt=job.attempt,
        token=job.token,
        worker=worker,
        status=status,
        reason=reason,
        steps=tuple(check.steps),
        program=check.program if ready else None,
        toolchain=toolchain,
        start_ms=tuple(check.start_ms),
        match=check.match,
        started=started,
        ended=time.time(),
        evidence=evidence,
    )
    return Checked(report, check.archive if ready else b"")


def _carry_out(
    check: "_Check", build_limits: BuildLimits
) -> tuple[Literal["ready", "rejected", "void"], str, Evidence]:
    """The check's status, and for a void one our fault in a sentence and in figures."""
    try:
        need_tools(check.sandbox.check(), check.program.language)
        check.build(build_limits)
        check.start()
        check.play()
    except _Rejected:
        return "rejected", "", {}
    except HostFault as fault:
        return "void", fault.reason, fault.evidence
    return "ready", "", {}


class _Rejected(Exception):
    """A step failed by the bot's doing; it is already noted."""


@dataclass
class _Check:
    """One check on its way: ``program`` and ``archive`` become what the build left."""

    job: CheckJob
    sandbox: Sandbox
    archives: Mapping[str, bytes]
    scratch: Path | None
    slot: int
    worker: str
    builds: KeptBuilds | None
    tell: OnStep
    steps: list[CheckStep] = field(default_factory=list)
    start_ms: list[float] = field(default_factory=list)
    waited_ms: list[float] = field(default_factory=list)
    match: PlayReport | None = None
    program: Program = field(init=False)
    archive: bytes = field(init=False)

    def __post_init__(self) -> None:
        self.program = self.job.program
        self.archive = self._archive(self.program)

    def build(self, limits: BuildLimits) -> None:
        """Build, where the language or ``scuffle.toml`` asks for it."""
        if not (self.program.build or languages()[self.program.language].needs_build):
            return
        with unpacked(self.archive, self.scratch) as root:
            launch = build_launch(self.program, root)
            if self.builds:
                build = self.builds.build
                result = build(self.sandbox, self.program, launch, limits, self.slot)
            else:
                result = self.sandbox.build(launch, limits, self.slot)
        self._note("build", _built(result), result.log, passed=result.ok)
        self.archive = result.archive
        digest = sha256(result.archive).hexdigest()
        self.program = self.program.model_copy(update={"hash": digest, "build": None})

    def start(self) -> None:
        """Start it three times and look at the margin."""
        log = ""
        for number in range(1, STARTS + 1):
            report = self._start_once()
            log = "".join(entry.stderr for entry in report.log)
            if report.verdict.verdict is not Verdict.OK:
                sentence = (
                    f"{report.verdict.verdict} at start {number} of {STARTS}: {report.detail}"
                )
                self._note("start", sentence, log, passed=False)
            entry = report.log[0]
            waited_us = waiting(entry.cpu_us, entry.wall_us) - entry.lost_us
            self.start_ms.append(entry.cpu_us / 1000)
            self.waited_ms.append(waited_us / 1000)
        self._note("start", *self._margin(log))

    def play(self) -> None:
        """Play one match against the game's sample bot, the program in seat 0."""
        others = (self.job.opponent,) * (self.job.num_players - 1)
        programs = (self.program, *others)
        archives = [self.archive, *(self._archive(other) for other in others)]
        with ExitStack() as rooms:
            roots = [rooms.enter_context(unpacked(a, self.scratch)) for a in archives]
            report = run_attempt(
                self._play_job(programs), self.sandbox, roots, slot=self.slot, worker=self.worker
            )
        self.match = report
        _blame_host(report)
        seat = report.seats[0]
        log = "".join(entry.stderr for entry in seat.log)
        if seat.verdict.verdict is Verdict.OK:
            self._note("match", _played(report), log)
        else:
            after = f"after {seat.verdict.step or 0} steps of the check match"
            sentence = f"{seat.verdict.verdict} {after}: {_caged(seat.detail, roots[0])}"
            self._note("match", sentence, log, passed=False)

    def _note(
        self, name: Literal["build", "start", "match"], sentence: str, log: str, passed: bool = True
    ) -> None:
        step = CheckStep(name=name, passed=passed, sentence=sentence, log=log)
        self.steps.append(step)
        self.tell(step)
        if not passed:
            raise _Rejected

    def _archive(self, program: Program) -> bytes:
        return self.archives[program.hash]

    def _start_once(self) -> SeatReport:
        """Start it in seat 0, wait for ready, end it."""
        job, limits = self.job, self.job.limits
        game = make(job.game, job.settings)
        seed = player_seed(job.seed, 0)
        line = dump_line(start_message(game, 0, job.num_players, limits, seed))
        with unpacked(self.archive, self.scratch) as root:
            launch = program_launch(self.program, root)
            session = self.sandbox.prepare(launch, limits, self.slot)
            chair = Chair(SessionSeat(session), game, limits)
            try:
                chair.start(line)
            finally:
                chair.end(None)
        report = chair.report()
        return report.model_copy(update={"detail": _caged(report.detail, root)})

    def _margin(self, log: str) -> tuple[str, str, bool]:
        limits = self.job.limits
        for spent, limit_ms, kind in (
            (self.start_ms, limits.start_ms, "CPU time"),
            (self.waited_ms, limits.start_wall_ms, "waiting"),
        ):
            if max(spent) > limit_ms * START_MARGIN:
                return _too_close(spent, limit_ms, kind), log, False
        times = _times(self.start_ms)
        sentence = f"Started {STARTS} times in {times} ms of {limits.start_ms:,} ms CPU time."
        return sentence, log, True

    def _play_job(self, programs: tuple[Program, ...]) -> PlayJob:
        told = {name: getattr(self.job, name) for name in AttemptJob.model_fields}
        return PlayJob(match_id=self.job.version_id, programs=programs, **told)


def _caged(words: str, root: Path) -> str:
    """A bot's last words with its folder and the SDK's named as in a cage; there they are so."""
    return words.replace(str(root.resolve()), "/bot").replace(str(sdk_folder()), "/sdk")


def _built(result: BuildResult) -> str:
    spent = f" in {result.cpu_ms:,} ms of CPU time" if result.cpu_ms else ""
    earlier = ", earlier and from the same source" if result.earlier else ""
    return result.sentence or f"Built{spent}{earlier}."


def _too_close(spent_ms: Sequence[float], limit_ms: int, kind: str) -> str:
    return (
        f"Too close to the limit: {STARTS} starts took {_times(spent_ms)} ms of {kind}, wanted at "
        f"most {limit_ms * START_MARGIN:,.0f} ms ({START_MARGIN:.0%} of the limit). "
        "Load less before the first request."
    )


def _times(spent_ms: Sequence[float]) -> str:
    return ", ".join(f"{spent:,.0f}" for spent in spent_ms)


@contextmanager
def unpacked(archive: bytes, scratch: Path | None) -> Iterator[Path]:
    """A fresh folder under ``scratch`` with the archive's files, readable by a cage's user."""
    with TemporaryDirectory(dir=scratch, ignore_cleanup_errors=True) as name:
        root = Path(name)
        root.chmod(0o755)
        unpack(archive, root)
        yield root


def _blame_host(report: PlayReport) -> None:
    """A void match, or a sample bot that failed, is our doing.

    Raises:
        HostFault: always in these cases.
    """
    if report.status == "void":
        raise HostFault(report.reason, report.evidence)
    for seat in report.seats[1:]:
        if seat.verdict.verdict is not Verdict.OK:
            raise HostFault(f"the sample bot failed in the check match: {seat.detail}")


def _played(report: PlayReport) -> str:
    assert report.outcome is not None, "a match without a failed seat has an outcome"
    place, reason = report.outcome["places"][0], report.outcome["reason"]
    return (
        f"Played {len(report.steps)} steps against the sample bot without a fault: "
        f"place {place} of {len(report.seats)} ({reason})."
    )
