"""Hands in, beside the worker's own work, the reports that could not be handed in at once."""

import threading

from scuffle_sandbox.spool import Spool

EVERY_S = 5.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 4.0
"""Doubled with each try. The longest is shorter than the grace that leases have after a queue
was away: what was finished meanwhile still counts."""


class Courier:
    """A thread that empties a spool, waiting longer each time that the queue is away.

    Attributes:
        busy: the job whose own process hands its report in just now.
    """

    def __init__(self, spool: Spool) -> None:
        self.busy: str | None = None
        self._spool = spool
        self._called = threading.Event()
        threading.Thread(target=self._carry, name="courier", daemon=True).start()

    def call(self) -> None:
        """Look at once: something may have been left."""
        self._called.set()

    def _carry(self) -> None:
        pause = FIRST_PAUSE_S
        while True:
            if self._spool.hand_in(but=self.busy):
                pause = FIRST_PAUSE_S
                self._called.wait(EVERY_S)
                self._called.clear()
            else:
                self._called.wait(pause)
                self._called.clear()
                pause = min(2 * pause, LONGEST_PAUSE_S)
