"""What supports an attempt's end, in words: the host for everybody, a seat for its owner."""

from collections.abc import Mapping
from typing import Any

from scuffle_platform.store.models import Attempt, Fault

FAULTS = {
    Fault.NONE: "nobody's",
    Fault.BOT: "a bot's",
    Fault.OURS: "ours",
    Fault.WORKER: "ours, by the worker",
}
_HOST = (
    ("cores", "{:.0f} cores"),
    ("load", "load {:.2g}"),
    ("cpu_pressure", "CPU pressure {:.0%}"),
    ("waited_ms", "waited {:.0f} ms for an answer"),
    ("lost_ms", "{:.0f} ms in which the host let nobody run"),
)
_SEAT = (
    ("cpu_ms", "{:.0f} ms CPU"),
    ("wall_ms", "{:.0f} ms wall clock"),
    ("requests", "{:.0f} requests"),
    ("slowest_ms", "the slowest {:.0f} ms"),
    ("lost_ms", "{:.0f} ms lost to the host"),
    ("waiting_cpu_ms", "{:.0f} ms CPU while it was to wait"),
    ("peak_memory_mb", "peak memory {:.0f} MB"),
)


def fault_words(attempt: Attempt) -> str:
    """Whose fault the attempt's end was; of one that goes on, nothing."""
    return FAULTS[attempt.fault] if attempt.ended else ""


def host_words(attempt: Attempt) -> str:
    """How long it took and how busy its host was, as far as its report tells."""
    told = attempt.evidence
    words = _figures(told, _HOST)
    if _is_figure(told.get("started")) and _is_figure(told.get("ended")):
        # A clock may have been set back meanwhile.
        words.insert(0, f"took {max(0.0, told['ended'] - told['started']):.1f} s")
    if told.get("clock"):
        words.append(f"CPU counted by {told['clock']}")
    return ", ".join(words)


def seat_words(attempt: Attempt, player: int) -> str:
    """What one seat used and how it ended; for its owner alone."""
    seats = attempt.evidence.get("seats") or []
    told = seats[player] if player < len(seats) else {}
    words = _figures(told, _SEAT)
    if told.get("exit"):
        words.append(f"exit: {told['exit']}")
    if told.get("tools"):
        words.append(f"run by {told['tools']}")
    return ", ".join(words)


def _figures(told: Mapping[str, Any], wanted: tuple[tuple[str, str], ...]) -> list[str]:
    return [text.format(told[name]) for name, text in wanted if _is_figure(told.get(name))]


def _is_figure(value: object) -> bool:
    return isinstance(value, float | int)
