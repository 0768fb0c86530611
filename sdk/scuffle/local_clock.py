"""The CPU time of an uncaged process."""

import contextlib
import sys
import time

from scuffle.cage import Metering


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
