"""Figures that support what is said of an attempt: of each seat's program, and of the host."""

import os
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from scuffle.cage import Exit, Metering, Session

Evidence = dict[str, float | str]

BUSY = (
    "[busy while waiting: it used {used:.1f} of {passed:.1f} ms while nothing was asked of it. A "
    "bot that waits is stopped, so this gains nothing and is taken from its bank.]\n"
)

_LOOK_NS = 1_000_000
"""How long a bot is watched at the end, thawed and not yet spoken to: a quiet one uses 1-2 %."""

_PRESSURE = Path("/proc/pressure/cpu")


@dataclass
class SeatUse:
    """What one program used over a match."""

    metering: Metering
    requests: int = 0
    wall_ns: int = 0
    slowest_ns: int = 0
    lost_ns: int = 0
    waiting_cpu_ns: int = 0
    busy: bool = False
    exit: Exit | None = None

    def note_request(self, wall_ns: int, lost_ns: int) -> None:
        """Count one request, answered or not."""
        self.requests += 1
        self.wall_ns += wall_ns
        self.slowest_ns = max(self.slowest_ns, wall_ns)
        self.lost_ns += lost_ns

    def note_waiting(self, cpu_ns: int) -> None:
        """Count CPU time used between an answer and the next request."""
        self.waiting_cpu_ns += cpu_ns

    def watch_waiting(self, session: Session) -> str:
        """Watch a thawed program that nothing was asked of; a line for its log if it is busy."""
        began, before = time.perf_counter_ns(), session.cpu_ns()
        time.sleep(_LOOK_NS / 1e9)
        used, passed = session.cpu_ns() - before, time.perf_counter_ns() - began
        self.busy = self.metering is not Metering.WALL and is_busy(used, passed)
        return BUSY.format(used=used / 1e6, passed=passed / 1e6) if self.busy else ""

    def note_exit(self, how: Exit) -> None:
        """Keep how it ended."""
        self.exit = how

    def figures(self) -> Evidence:
        """By name; times in ms."""
        told: Evidence = {
            "clock": self.metering.value,
            "requests": float(self.requests),
            "wall_ms": _ms(self.wall_ns),
            "slowest_ms": _ms(self.slowest_ns),
            "lost_ms": _ms(self.lost_ns),
            "waiting_cpu_ms": _ms(self.waiting_cpu_ns),
        }
        if self.busy:
            told["busy_waiting"] = "yes"
        return told | (_exit_figures(self.exit) if self.exit else {})


def is_busy(used_ns: int, passed_ns: int) -> bool:
    """Whether a program that was to wait used half the time or more."""
    return used_ns * 2 > passed_ns


def _exit_figures(how: Exit) -> Evidence:
    told: Evidence = {"cpu_ms": _ms(how.cpu_ns)}
    if how.peak_memory_kb is not None:
        told["peak_memory_mb"] = round(how.peak_memory_kb / 1024, 1)
    if how.killed_by_us:
        told["exit"] = "killed at the end"
    else:
        told["exit"] = how.signal or f"code {how.code}"
    return told


@dataclass
class HostWatch:
    """What kept the host busy from now on."""

    _began: float = field(default_factory=time.monotonic)
    _stalled: float = field(default_factory=lambda: _stalled_s())

    def figures(self) -> Evidence:
        """``cores``, and where the host tells: ``load`` of a minute, ``cpu_pressure``.

        Pressure is the share of the time, 0 to 1, in which something waited for a core. A bot can
        raise it, so it only explains, and judges nothing.
        """
        told: Evidence = {"cores": float(os.cpu_count() or 1)}
        with suppress(AttributeError, OSError):  # Windows has no load
            told["load"] = round(os.getloadavg()[0], 2)
        if _PRESSURE.exists():
            passed = max(time.monotonic() - self._began, 1e-3)
            told["cpu_pressure"] = round(min((_stalled_s() - self._stalled) / passed, 1.0), 3)
        return told


def _stalled_s() -> float:
    """Seconds since boot in which something waited for a core; 0 where nobody counts."""
    try:
        some = _PRESSURE.read_text().splitlines()[0]
    except (OSError, IndexError):
        return 0.0
    return int(some.rpartition("total=")[2]) / 1e6


def _ms(ns: float) -> float:
    return round(ns / 1e6, 3)
