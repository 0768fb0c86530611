"""The CPU time of an uncaged process, and how long it wanted a core and got none."""

import contextlib
import os
import sys
import time
from pathlib import Path

from scuffle.cage import Metering

Figures = dict[str, tuple[int, int]]


class CpuClock:
    """CPU time of another process, all its threads, by the kernel's own clock for it."""

    def __init__(self, pid: int) -> None:
        """Start at what the process has used."""
        # Linux: a process's CPU clock id is made of its pid (clock_getcpuclockid(3)).
        self._id = (~pid << 3) | 2 if sys.platform == "linux" else None
        self._last = 0
        self._since: int | None = time.perf_counter_ns()

    @property
    def metering(self) -> Metering:
        """The kernel's clock, or wall-clock time while something is asked."""
        return Metering.WALL if self._id is None else Metering.PROCESS

    def read(self) -> int:
        """Nanoseconds so far; the last known value once the process is gone."""
        if self._id is None:
            return self._last + (time.perf_counter_ns() - self._since if self._since else 0)
        with contextlib.suppress(OSError):
            self._last = time.clock_gettime_ns(self._id)
        return self._last

    def stop(self) -> None:
        """The process is not asked anything."""
        if self._id is None and self._since:
            self._last, self._since = self.read(), None

    def go(self) -> None:
        """The process is asked something."""
        if self._id is None and self._since is None:
            self._since = time.perf_counter_ns()


class RunDelay:
    """How long a process wanted to run and others ran, by the kernel's own count (Linux).

    The kernel counts a wait when it is over; one that goes on is told by a thread that could run
    and has not since it was looked at.
    """

    def __init__(self, pid: int) -> None:
        """Count from the process's beginning until :meth:`mark` is called."""
        self._threads = Path(f"/proc/{pid}/task")
        self._before: Figures = {}
        self._last: Figures = {}
        self._moved: dict[str, float] = {}

    def mark(self) -> None:
        """Count from now on."""
        self._before = self._last = self._read()
        self._moved = dict.fromkeys(self._last, time.monotonic())

    def since_mark_s(self) -> float:
        """Seconds that its most delayed thread waited for a core; 0.0 where nobody counts them.

        Not the sum: threads that wait for each other would say that the host is busy.
        """
        now, found = time.monotonic(), self._read()
        for thread, figures in found.items():
            if figures != self._last.get(thread):
                self._moved[thread] = now
        self._last = found
        return max((self._waited_s(thread, now) for thread in found), default=0.0)

    def _waited_s(self, thread: str, now: float) -> float:
        _, before = self._before.get(thread, (0, 0))
        goes_on = now - self._moved[thread] if self._could_run(thread) else 0.0
        return (self._last[thread][1] - before) / 1e9 + goes_on

    def _could_run(self, thread: str) -> bool:
        with contextlib.suppress(OSError, IndexError):
            told = (self._threads / thread / "stat").read_bytes()
            return told.rpartition(b")")[2].split()[0] == b"R"
        return False

    def _read(self) -> Figures:
        """By thread, nanoseconds that it ran and that it waited."""
        found = {}
        # The process or one of its threads is gone, or this is no Linux.
        with contextlib.suppress(OSError, IndexError, ValueError):
            for thread in os.listdir(self._threads):
                told = (self._threads / thread / "schedstat").read_bytes().split()
                found[thread] = int(told[0]), int(told[1])
        return found
