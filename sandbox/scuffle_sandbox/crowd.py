"""Tells how much of one core others left to a bot: the host's idle time, looked at now and then.

A host may let a thread that naps run at once and yet give a thread that computes a tenth of a
core, so oversleep alone is not enough. Idle time is what the kernel counts exactly; its busy time
is guessed at each tick, and a bot that wakes at the ticks would seem to fill every processor.
"""

import os
import threading
import time
from collections import deque
from collections.abc import Set
from pathlib import Path
from typing import NamedTuple

_STAT = Path("/proc/stat")
_TICK_S = 0.01
"""``USER_HZ`` of every architecture that cages are made on."""
_KEPT_S = 120.0
_UNTOLD = (
    "This host does not tell how idle it is (/proc/stat): that it is too busy shows only where the "
    "worker itself is woken late."
)
_IDLE = slice(3, 5)
"""The columns ``idle`` and ``iowait``."""


class Look(NamedTuple):
    """What had been free until a moment, in seconds of processor time."""

    at: float
    free_s: float


class Crowd:
    """Remembers for two minutes how much of some processors was free, that is idle or our own."""

    def __init__(self, processors: Set[int]) -> None:
        self._processors = processors
        self._looks: deque[Look] = deque()
        self._lock = threading.Lock()

    def look(self) -> None:
        """Note what is free now; what this process used is, as it works for the bot."""
        idle = idle_s(_text(), self._processors)
        if idle is not None:
            self.note(Look(time.monotonic(), idle + time.process_time()))

    def note(self, look: Look) -> None:
        """Add one look."""
        with self._lock:
            self._looks.append(look)
            while self._looks[0].at < look.at - _KEPT_S:
                self._looks.popleft()

    def free_share(self, since: float) -> float | None:
        """Processors that were free on average since the last look before ``since``.

        ``None`` where the host does not tell, or was not looked at twice.
        """
        with self._lock:
            if len(self._looks) < 2:
                return None
            last, first = self._looks[-1], self._looks[-2]
            for look in reversed(self._looks):
                if first.at <= since:
                    break
                first = look
        return (last.free_s - first.free_s) / (last.at - first.at)


def idle_s(stat: str, processors: Set[int]) -> float | None:
    """Idle time of ``processors`` since boot; ``None`` if ``/proc/stat`` does not tell.

    Some containers show other processors than there are, and some kernels (gVisor) only zeros.
    """
    found: dict[str, list[int]] = {}
    for line in stat.splitlines():
        name, *figures = line.split()
        if not name.startswith("cpu"):
            break
        found[name] = [int(figure) for figure in figures]
    wanted = [found.get(f"cpu{number}", []) for number in processors]
    if not wanted or not all(any(figures) for figures in wanted):
        return None
    return sum(sum(figures[_IDLE]) for figures in wanted) * _TICK_S


def own_processors() -> frozenset[int]:
    """Those that this process may use; none where the system does not say (macOS)."""
    if not hasattr(os, "sched_getaffinity"):
        return frozenset()
    return frozenset(os.sched_getaffinity(0))


def notes() -> tuple[str, ...]:
    """What a report says of a host that does not tell how idle it is."""
    return () if idle_s(_text(), own_processors()) is not None else (_UNTOLD,)


def _text() -> str:
    try:
        return _STAT.read_text()
    except OSError:
        return ""


def crowded_out_s(wall_s: float, used_s: float, free_s: float, rested_s: float) -> float:
    """How much of ``wall_s`` others took of the one core that a bot may use.

    Args:
        wall_s: how long it was asked.
        used_s: its own CPU time.
        free_s: idle time of all processors, and what its runner used.
        rested_s: how long it was seen not to want a processor.
    """
    return max(0.0, wall_s - used_s - max(free_s, rested_s))
