"""Tells what the kernel says of processes and threads: whether they live, whether they sleep."""

from collections.abc import Iterable
from pathlib import Path

_GONE = ("Z", "X", "")
# Stopped by itself or by one of its own: no processor would help it either.
_ASLEEP = ("S", "T", "t", *_GONE)


def lives(pid: int) -> bool:
    """Whether ``pid`` runs; a zombie that nobody reaped does not."""
    return _state(pid) not in _GONE


def all_sleep(threads: Iterable[str]) -> bool:
    """Whether each of ``threads`` waits for something else than a processor or a disk.

    False where there is none: then they are hidden from us.
    """
    states = [_state(thread) for thread in threads]
    return any(states) and all(state in _ASLEEP for state in states)


def _state(thread: int | str) -> str:
    """Its letter; empty if there is no such process or thread."""
    try:
        stat = Path(f"/proc/{thread}/stat").read_text()
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[0]
