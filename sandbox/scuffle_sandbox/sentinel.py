"""Tells whether this host kept work from running: a thread that measures its own oversleep.

It looks now and then how crowded the host is, too (``crowd.py``).
It runs on the runner's cores, outside every bot's control group, so that no bot can move what it
says except by using up its own one core. A bot's run-queue wait would prove nothing: sixty
threads that wake together fake it on an idle host.
"""

import math
import threading
import time
from collections import deque

from scuffle_sandbox.crowd import Crowd, own_processors

_NAP_S = 0.02
_SLIP_S = 0.01
_KEPT_S = 120.0
_NAPS_A_LOOK = 10
"""So many naps after each other the host is looked at; it counts idle time in steps of 10 ms."""


class Sentinel:
    """Naps in a thread of its own and remembers when it woke late, for two minutes."""

    def __init__(self) -> None:
        self._late: deque[tuple[float, float]] = deque()
        self._lock = threading.Lock()
        self._napping_since = math.inf
        self.crowd = Crowd(own_processors())

    def start(self) -> None:
        """Watch from now on."""
        threading.Thread(target=self._watch, name="sentinel", daemon=True).start()

    def _watch(self) -> None:
        while True:
            self.crowd.look()
            for _ in range(_NAPS_A_LOOK):
                before = time.monotonic()
                time.sleep(_NAP_S)
                now = time.monotonic()
                self._note(now, now - before - _NAP_S)

    def _note(self, now: float, late_s: float) -> None:
        with self._lock:
            self._napping_since = now
            if late_s > _SLIP_S:
                self._late.append((now, late_s))
            while self._late and self._late[0][0] < now - _KEPT_S:
                self._late.popleft()

    def lost_s(self, since: float) -> float:
        """Seconds of oversleep since ``since`` (``time.monotonic()``), at most two minutes back.

        The nap that goes on counts too: whoever asks may have been woken before the sentinel.
        """
        now = time.monotonic()
        with self._lock:
            slips = [(woke, late) for woke, late in self._late if woke > since]
            slips.append((now, now - self._napping_since - _NAP_S))
        return sum(min(late, woke - since) for woke, late in slips if late > _SLIP_S)


_lock = threading.Lock()
_by_process: dict[int, Sentinel] = {}


def sentinel(pid: int) -> Sentinel:
    """The sentinel of process ``pid``, which is this one; a forked process gets its own."""
    with _lock:
        if pid not in _by_process:
            _by_process.clear()
            _by_process[pid] = Sentinel()
            _by_process[pid].start()
        return _by_process[pid]
