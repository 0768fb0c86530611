"""What tells that a compiler or interpreter of this host has changed."""

from collections.abc import Iterable
from pathlib import Path


def tool_mark(tools: Iterable[str | Path]) -> str:
    """A mark that changes with the programs ``tools``: where they lie, their sizes and times."""
    real = [Path(tool).resolve() for tool in tools]
    states = [(path, path.stat()) for path in real if path.exists()]
    return " ".join(f"{path}:{state.st_size}:{state.st_mtime_ns}" for path, state in states)
