"""The one seam between the match loop and whoever plays: ``Seat.ask``.

A function in this process, a local process, a caged process and a person in the browser differ
in nothing else. A seat raises ``BotFault`` (the bot's doing, a verdict) or ``HostFault`` (our
doing, the match is void), never a mixture.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from scuffle.contract import Verdict

if TYPE_CHECKING:
    from scuffle.match import MatchRecord


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a seat may take over one line, in nanoseconds.

    Attributes:
        cpu_ns: CPU time that may be used.
        wall_ns: wall-clock time that may be spent waiting (``scuffle.clock.waiting``): a guard
            against sleepers and dead-locks that a bot which computes never meets.
        patience_ns: how much longer a starved host is waited for before the match is void.
    """

    cpu_ns: int
    wall_ns: int
    patience_ns: int = 0


def _nothing() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Answer:
    """One answered line.

    Attributes:
        line: the bytes up to the newline, without it.
        cpu_ns: CPU time charged, all processes of the bot.
        wall_ns: time from the last byte written to the newline read.
        log: what the bot wrote to stderr meanwhile.
        lost_ns: how much of the wall-clock time the host kept it from running.
        goes_on: waits a moment for a further line, which nobody asked for; whether one came.
    """

    line: bytes
    cpu_ns: int
    wall_ns: int
    log: str = ""
    lost_ns: int = 0
    goes_on: Callable[[], bool] = _nothing


@dataclass
class BotFault(Exception):
    """The bot failed.

    Attributes:
        verdict: which of the verdicts it is; never ``ok``.
        detail: one sentence for the owner: what was found, what was wanted, what to do.
        log: stderr up to the fault.
        line: the bytes received, if any.
        cpu_ns: CPU time used up to the fault.
        wall_ns: wall-clock time used up to the fault.
        exit_code: the exit code, where the process ended by itself.
        signal: the signal's name (``SIGSEGV``), where one ended it.
        lost_ns: how much of the wall-clock time the host kept it from running.
    """

    verdict: Verdict
    detail: str
    log: str = ""
    line: bytes = b""
    cpu_ns: int = 0
    wall_ns: int = 0
    exit_code: int | None = None
    signal: str | None = None
    lost_ns: int = 0

    def __str__(self) -> str:
        return f"{self.verdict}: {self.detail}"


@dataclass
class HostFault(Exception):
    """We failed; no bot may lose by it.

    Attributes:
        reason: one sentence for the operator.
        evidence: figures that support it, by name.
        partial: what was played of the match (a ``scuffle.match.MatchRecord``), where there
            is any.
    """

    reason: str
    evidence: dict[str, float | str] = field(default_factory=dict)
    partial: "MatchRecord | None" = None

    def __str__(self) -> str:
        return self.reason


class Seat(Protocol):
    """One player of one match."""

    def ask(self, line: bytes, budget: Budget) -> Answer:
        """Send one line (``start`` or ``act``, with its newline) and wait for one answer line.

        Raises:
            BotFault: the bot did not answer as it should.
            HostFault: we could not ask.
        """
        ...

    def end(self, line: bytes | None) -> str:
        """Send the ``end`` line if there is one, give 500 ms to exit, leave nothing behind.

        Never raises; bounded; may be called twice. Returns the log written since the last answer.
        """
        ...
