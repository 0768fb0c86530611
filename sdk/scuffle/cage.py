"""The seam of the cages: what a sandbox backend offers and what a match asks of it.

Backends are one file each, found through the entry-point group ``scuffle.backends``; this module
holds only their protocol, so that SDK and worker agree without importing each other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from scuffle.limits import Limits


class Layer(StrEnum):
    """What enforces one of the cage's layers, strongest first."""

    CGROUP = "cgroup"
    RLIMIT = "rlimit"
    FILTER = "filter"
    NAMESPACE = "namespace"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Trial:
    """A hostile program that was let loose in a cage, to see what holds it.

    Attributes:
        name: what it tried, in a word.
        escaped: how it got further than it should, or ``""`` if it was held.
    """

    name: str
    escaped: str


@dataclass(frozen=True, slots=True)
class Toolchain:
    """What builds and runs a language in a cage, as its self-test showed.

    Attributes:
        tools: versions of its tools and libraries, and the flags that they are given.
        start_ms: CPU time in which an empty program starts.
    """

    tools: str
    start_ms: float


@dataclass(frozen=True, slots=True)
class Report:
    """What a backend can hold on this host; the text of ``scuffle doctor``.

    Attributes:
        backend: ``bubblewrap``, ``docker`` or ``none``.
        usable: whether a match can be played in it at all.
        layers: by name (``memory``, ``processes``, ``cpu``, ``freeze``, ``disk``, ``network``,
            ``files``, ``syscalls``), how it is enforced.
        languages: ids of the languages that can be built and run in it here.
        notes: sentences: what is in use (which Python), what is missing.
        remedy: the one command that mends what is missing, or ``""``.
        trials: the hostile programs that were tried, if any were.
        toolchains: by language, what was found as its self-test ran, if it did.
        binaries: whether a binary that was built elsewhere runs in it, whatever its language.
    """

    backend: str
    usable: bool
    layers: Mapping[str, Layer]
    languages: tuple[str, ...]
    notes: tuple[str, ...] = ()
    remedy: str = ""
    trials: tuple[Trial, ...] = ()
    toolchains: Mapping[str, Toolchain] = field(default_factory=dict)
    binaries: bool = False

    @property
    def ladder_layer(self) -> Layer:
        """``cgroup`` where memory and CPU time are held by one, else ``rlimit`` or ``none``."""
        if not self.usable:
            return Layer.NONE
        strong = {self.layers.get(name) for name in ("memory", "cpu")}
        return Layer.CGROUP if strong == {Layer.CGROUP} else Layer.RLIMIT


@dataclass(frozen=True, slots=True)
class Launch:
    """A program ready to be started.

    Attributes:
        root: the folder with the bot's files on this host; read-only in the cage.
        argv: the command inside the cage, run in the bot's folder. ``{bot}`` in it stands for
            that folder, ``{sdk}`` for a folder that holds the package ``scuffle`` and nothing
            else (the backend binds a copy), and the argument ``{python}`` for the interpreter
            with the backend's own flags (``-s -S -P -u`` in a cage). :meth:`expand` replaces
            them.
        language: the language's id; the backend picks image and bindings by it.
        env: further environment, small and fixed by the language.
    """

    root: Path
    argv: tuple[str, ...]
    language: str
    env: Mapping[str, str] = field(default_factory=dict)

    def expand(self, *, bot: str, sdk: str, python: Sequence[str]) -> list[str]:
        """``argv`` for a cage in which the bot's folder is ``bot`` and the SDK's is ``sdk``."""
        expanded: list[str] = []
        for word in self.argv:
            if word == "{python}":
                expanded += python
            else:
                expanded.append(word.replace("{bot}", bot).replace("{sdk}", sdk))
        return expanded


@dataclass(frozen=True, slots=True)
class Exit:
    """How a session ended.

    Attributes:
        code: exit code, or ``None`` if a signal ended it or it was never started.
        signal: the signal's name, or ``None``.
        killed_by_us: whether the signal was ours.
        out_of_memory: whether the memory limit ended it.
        cpu_ns: CPU time over the whole life.
        peak_memory_kb: the largest memory in use, or ``None`` where it cannot be read.
        stderr: head and tail of what was written there and not yet taken.
    """

    code: int | None
    signal: str | None
    killed_by_us: bool = False
    out_of_memory: bool = False
    cpu_ns: int = 0
    peak_memory_kb: int | None = None
    stderr: str = ""


class Metering(StrEnum):
    """What counts a session's CPU time, best first."""

    CGROUP = "cgroup"
    PROCESS = "process"
    WALL = "wall"
    NONE = "none"


class Session(Protocol):
    """One program in one cage for one match. Deadlines are ``time.monotonic()`` seconds."""

    @property
    def metering(self) -> Metering:
        """What ``cpu_ns`` counts with; with ``none`` it is always 0.

        A property of the host, never of what the program does.
        """
        ...

    def send(self, data: bytes, deadline: float) -> None:
        """Write all of ``data`` to the program's stdin.

        Raises:
            BrokenPipeError: it does not read any more.
            TimeoutError: the deadline passed.
        """
        ...

    def recv(self, deadline: float) -> bytes:
        """The next line of stdout, without its newline (a missing last newline is tolerated).

        Raises:
            EOFError: stdout ended.
            TimeoutError: the deadline passed; what was read of the line is kept for the next
                call.
            BufferError: the line or the match's output is longer than allowed.
        """
        ...

    def pending(self) -> bool:
        """Whether output lies there that nobody asked for."""
        ...

    def cpu_ns(self) -> int:
        """CPU time used so far by everything in the cage."""
        ...

    def freeze(self) -> None:
        """Give the cage no CPU until ``thaw``; nothing where the host cannot."""
        ...

    def thaw(self) -> None:
        """Undo ``freeze``."""
        ...

    def take_stderr(self) -> str:
        """What was written to stderr since the last call, head and tail within the log limit."""
        ...

    def lost_s(self, since: float) -> float:
        """Seconds since ``since`` in which this host let only others run, or nobody.

        ``since`` lies within the request that was sent last.
        """
        ...

    def close(self, grace_s: float = 0.0) -> Exit:
        """Wait ``grace_s`` for an exit, kill what is left, free everything.

        Never raises, bounded, may be called twice.
        """
        ...


class Sandbox(Protocol):
    """A backend."""

    name: str

    def check(self) -> Report:
        """Look at this host; never raises."""
        ...

    def try_out(self, slot: int = 0) -> Report:
        """Like ``check``, after a few hostile programs were let loose in cages of ``slot``.

        Not usable if one of them was not held. Then the self-test of each language, unless it ran
        before with the same tools. Takes a second or two, some more at first; never raises.
        """
        ...

    def mark(self, language: str) -> str:
        """What changes whenever the tools of a language do that this backend uses."""
        ...

    def sweep(self) -> None:
        """Remove what killed runners of this host left behind."""
        ...

    def leftovers(self) -> list[str]:
        """What killed runners left on this host, one phrase each; never raises."""
        ...

    def prepare(self, launch: Launch, limits: Limits, slot: int) -> Session:
        """Start a program in a fresh cage; may be slow, uncharged.

        Raises:
            scuffle.seat.HostFault: the cage could not be made.
        """
        ...

    def build(self, launch: Launch, limits: "BuildLimits", slot: int) -> "BuildResult":
        """Run a build command in a fresh cage with a writable copy of ``launch.root``.

        Raises:
            scuffle.seat.HostFault: the cage could not be made or its result not packed.
        """
        ...


@dataclass(frozen=True, slots=True)
class BuildLimits:
    """What a build may use."""

    cpu_ms: int = 120_000
    wall_ms: int = 300_000
    memory_mb: int = 1024
    result_mb: int = 200
    processes: int = 256


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What a build left.

    Attributes:
        ok: whether the command succeeded and the result is within the limits.
        archive: the built folder as an uncompressed normalised tar; empty when not ``ok``.
        log: the compiler's words, head and tail.
        sentence: what went wrong, for the owner; empty when ``ok``.
        cpu_ms: CPU time used.
        earlier: whether it was built before and kept.
    """

    ok: bool
    archive: bytes
    log: str
    sentence: str
    cpu_ms: int
    earlier: bool = False
