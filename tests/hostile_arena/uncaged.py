"""The arena without a cage: the local runner, for programs that harm nobody."""

import time
from collections.abc import Callable
from pathlib import Path

from hostile_arena.arena import Arena, Played
from hostile_arena.canaries import Canaries
from hostile_arena.trick import CORPUS, OPPONENTS, Trick

from scuffle.local_sandbox import LocalSandbox

_PATIENCE_S = 3.0


class UncagedArena(Arena):
    """Like ``Arena``; nothing is held, and a local bot inherits our environment."""

    harmless = CORPUS / OPPONENTS / "trusting.py"

    def __init__(self, canaries: Canaries) -> None:
        """Use the backend ``none``."""
        self._mark = str(canaries.told()["environment"]).encode()
        super().__init__(LocalSandbox(), canaries, None)

    def _require_own_network(self) -> None:
        """There is none: only families that reach for nothing are played."""

    def _opponent(self, trick: Trick) -> Path:
        return self.harmless

    def play(self, trick: Trick) -> Played:
        """Play it, if its family may be played here."""
        assert trick.uncaged, f"{trick.name} is played in cages only"
        played = super().play(trick)
        if left := _patiently(self._left):
            played.harm.append(f"left over: {left}")
        return played

    def _left(self) -> list[str]:
        """Processes that have our canary in their environment: the bots, and what they started."""
        return [path.parent.name for path in Path("/proc").glob("[0-9]*/environ") if self._is(path)]

    def _is(self, path: Path) -> bool:
        try:
            return self._mark in path.read_bytes()
        except OSError:
            return False


def _patiently(look: Callable[[], list[str]]) -> list[str]:
    until = time.monotonic() + _PATIENCE_S
    while (left := look()) and time.monotonic() < until:
        time.sleep(0.01)
    return left
