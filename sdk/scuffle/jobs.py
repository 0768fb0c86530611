"""Everything that crosses the queue: jobs and their reports, as JSON.

Function names on the queues are words from a fixed table, never dotted names:
``play_match`` on ``matches``, ``check_program`` on ``checks``, ``record_match`` and
``record_check`` on ``results``.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict
from pydantic.json_schema import SkipJsonSchema

from scuffle.contract import Verdict
from scuffle.limits import Limits

MATCHES, CHECKS, RESULTS = "matches", "checks", "results"

PYTHON = "python"
"""The language that every worker has: house bots are written in it."""

TOO_BUSY = "The host was too busy to give the bot its time."
"""Why a match is void when a wall limit passed on a busy host."""

STALLED_AGAIN = (
    "It let the wall-clock limit pass for the second time, while other matches on the same worker "
    "went well: sleeping or waiting for something is a timeout."
)
"""What is said of a seat that stalled when its grace was used up; a report is known by it."""

REPORTS = "scuffle:reports"
"""The Redis hash of reports, by job id, that could not be handed in as their job ended."""


HOLDS = "scuffle:holds"
"""The Redis hash, by worker's name, of what keeps workers from taking anything: a ``Hold`` each."""


def worker_queue(name: str) -> str:
    """The queue from which nobody but the worker ``name`` takes matches: its canaries."""
    return f"{MATCHES}@{name}"


def kind_queue(queue: str, languages: Iterable[str]) -> str:
    """Beside ``queue``, from which all take what is Python alone: that of workers of one kind.

    They have these languages and no others, so each of them can do whatever lies there.
    """
    return "+".join((queue, *sorted(set(languages) - {PYTHON})))


def match_job_id(match_id: str, attempt: int) -> str:
    """The queue's id of one attempt at a match."""
    return f"match-{match_id}-{attempt}"


def check_job_id(version_id: str, attempt: int) -> str:
    """The queue's id of one attempt at a check."""
    return f"check-{version_id}-{attempt}"


def record_job_id(job_id: str) -> str:
    """The queue's id of the job that records what ``job_id`` reports."""
    return f"record-{job_id}"


def lease_key(job_id: str) -> str:
    """The Redis key by which a worker says that it still runs ``job_id`` (expires in 10 s)."""
    return f"scuffle:attempt:{job_id.removeprefix('match-')}"


def steps_key(match_id: str, attempt: int) -> str:
    """The Redis stream of an attempt's steps, for those who watch.

    Entry ``n-0`` is step n: its ``step``, and as ``failed`` the seats that had failed by then and
    not before, a ``FailedSeat`` each.
    """
    return f"scuffle:steps:{match_id}-{attempt}"


def program_key(digest: str) -> str:
    """The Redis key of a program's bytes."""
    return f"scuffle:program:{digest}"


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


Word = Annotated[str, Field(pattern=r"^[ -~]{0,200}$")]
Figure = Annotated[float, Field(allow_inf_nan=False)] | Word
FigureName = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,40}$")]
Evidence = Annotated[dict[FigureName, Figure], Field(max_length=32)]
"""Small figures by name that support a report."""


Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Seed = Annotated[str, Field(min_length=1, max_length=128)]
Moment = Annotated[float, Field(ge=0, lt=2**33, allow_inf_nan=False)]
"""POSIX seconds; bounded, since a forged one is no date at all."""


class Program(_Model):
    """A program that can be started: a normalised tar named by its SHA-256, and how to run it."""

    hash: Digest
    language: str
    kind: Literal["function", "program"]
    entry: str
    build: str | None = None
    run: str | None = None


class StepRecord(_Model):
    """One step of a match, as it stands in a replay."""

    player: int = Field(ge=-1, description="The seat, or -1 for chance.")
    action: dict[str, Any]
    cpu_ms: float = Field(default=0.0, ge=0, le=1e9, allow_inf_nan=False)
    wall_ms: float = Field(default=0.0, ge=0, le=1e9, allow_inf_nan=False)
    tags: tuple[str, ...] = ()


class AttemptJob(_Model):
    """What every job of one attempt says, whatever is attempted."""

    attempt: int
    token: str = Field(description="Proves that a report belongs to this attempt.")
    game: str
    settings: dict[str, Any]
    num_players: int
    seed: Seed
    limits: Limits
    layer: Literal["cgroup", "rlimit"] = "rlimit"


class MatchJob(AttemptJob):
    """One attempt at a match, whoever plays."""

    match_id: str
    given: tuple[StepRecord, ...] = Field(
        default=(), description="The first steps, of the match that it is played on from."
    )


class PlayJob(MatchJob):
    """One attempt at one match of bots.

    Written without ``spent`` where nobody's grace is used up: older workers do not know the word.
    """

    programs: tuple[Program, ...]
    spent: tuple[int, ...] = Field(
        default=(),
        exclude_if=lambda spent: not spent,
        description="The seats that a busy host excuses no more: their stalls are timeouts.",
    )


def _without_default(schema: JsonDict) -> None:
    del schema["default"]


class VerdictRecord(_Model):
    """A seat's verdict; ``step`` is the number of steps taken before a failure.

    Written without ``step`` where there is none; a ``null`` is read, as replays had one once.
    """

    verdict: Verdict
    step: int | SkipJsonSchema[None] = Field(
        default=None,
        exclude_if=lambda step: step is None,
        json_schema_extra=_without_default,
    )


class FailedSeat(_Model):
    """A seat's failure as it is shown to those who watch a match that goes on without it."""

    player: int = Field(ge=0)
    verdict: Verdict
    step: int = Field(ge=0, description="How many steps were taken before it.")


class RequestLog(_Model):
    """One request of one seat, for its owner's eyes."""

    request: int = Field(ge=0, description="From 1; 0 is the start.")
    step: int
    sent: str
    received: str
    cpu_us: int
    wall_us: int
    lost_us: int = Field(default=0, description="Wall-clock time that the host let nobody run.")
    bank_ms: float
    stderr: str = ""


class SeatReport(_Model):
    """What a worker says of one seat: private, for its owner.

    ``evidence`` holds figures (``scuffle.evidence.SeatUse.figures``): ``clock`` (what counted CPU
    time: ``cgroup``, ``process``, ``wall`` or ``none``), ``requests``, ``cpu_ms`` (over the whole
    life), ``wall_ms``, ``slowest_ms`` (the longest request), ``lost_ms`` (wall-clock time that the
    host let nobody run), ``waiting_cpu_ms`` (CPU time used between requests), ``busy_waiting``
    (``yes``, only where it was seen), ``peak_memory_mb`` (where it is told) and ``exit``
    (``code 0``, ``SIGSEGV``, ``killed at the end``). Older workers send none. It is for the owner
    and operators; whoever keeps reports keeps it beside the attempt, one dictionary a seat.
    """

    verdict: VerdictRecord
    detail: str = ""
    exit_code: int | None = None
    signal: str | None = None
    log: tuple[RequestLog, ...] = ()
    evidence: Evidence = Field(default_factory=dict)


class PlayReport(_Model):
    """What became of one attempt; believed only after the steps were refolded.

    ``evidence`` tells of the host (``scuffle.evidence.HostWatch.figures``): ``cores``, ``load``,
    ``cpu_pressure`` (0 to 1), and ``clock`` (the weakest that counted a seat's CPU time; a match
    whose clock is ``none`` is unranked). A void one adds what the fault tells: ``player``,
    ``waited_ms``, ``cpu_ms``, ``wall_ms``, ``lost_ms`` of the request that was not answered.
    """

    match_id: str
    attempt: int
    token: str
    worker: str
    status: Literal["finished", "void"]
    reason: str = Field(default="", description="Our fault in one sentence; empty when finished.")
    engine: str
    rules_hash: str
    backend: str = ""
    steps: tuple[StepRecord, ...] = ()
    seats: tuple[SeatReport, ...] = ()
    outcome: dict[str, Any] | None = None
    started: Moment
    ended: Moment
    evidence: Evidence = Field(default_factory=dict)


class CheckJob(AttemptJob):
    """One attempt at the check of a version: build, three starts, one match."""

    version_id: str
    program: Program = Field(description="The source as uploaded, normalised, not yet built.")
    opponent: Program = Field(description="The game's sample bot; fills all other seats.")


class CheckStep(_Model):
    """One numbered step of a check."""

    name: Literal["build", "start", "match"]
    passed: bool
    sentence: str
    log: str = ""


class CheckReport(_Model):
    """What became of one attempt at a check."""

    version_id: str
    attempt: int
    token: str
    worker: str
    status: Literal["ready", "rejected", "void"]
    reason: str = ""
    steps: tuple[CheckStep, ...] = ()
    program: Program | None = Field(default=None, description="What matches ship; set when ready.")
    toolchain: str = ""
    start_ms: tuple[float, ...] = ()
    match: PlayReport | None = None
    started: Moment
    ended: Moment
    evidence: Evidence = Field(default_factory=dict)


class Hold(_Model):
    """Why a worker is to take nothing: it ends what it plays, stays up, and looks again."""

    state: Literal["drained", "quarantined", "too-weak"]
    sentence: str = ""


class WorkerCard(_Model):
    """How a worker presents itself, under ``scuffle:worker:<name>`` with an expiry."""

    name: str
    state: Literal["working", "idle", "ending", "no-cage", "quarantined"]
    host: str
    queues: tuple[str, ...]
    backend: str
    layer: str
    languages: tuple[str, ...] = Field(description="What it builds and plays.")
    plays: tuple[str, ...] = Field(
        default=(), description="What it plays once it is built: its languages, perhaps more."
    )
    toolchains: dict[str, str] = Field(default_factory=dict)
    start_ms: dict[str, float] = Field(
        default_factory=dict, description="By language, CPU time in which an empty program starts."
    )
    sentence: str = ""
    job: str | None = None
    seen: Moment
