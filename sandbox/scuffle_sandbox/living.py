"""Tells whether a process still lives."""

from pathlib import Path


def lives(pid: int) -> bool:
    """Whether ``pid`` runs; a zombie that nobody reaped does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X")
