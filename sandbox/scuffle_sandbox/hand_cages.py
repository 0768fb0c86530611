"""The cages of a process that plays boards: looked for as it starts, tried when one is needed."""

from contextlib import suppress
from threading import Event, Lock

from scuffle.cage import Report, Sandbox
from scuffle.launch import playable
from scuffle.seat import HostFault
from scuffle_sandbox.arrival import find_cage, looked_at
from scuffle_sandbox.card import sentence

LOOK_AGAIN_S = 60.0


class Cages:
    """The cages of this host.

    Attributes:
        report: what was found of them: by a look, and once one was needed, as it held.
        looked: set once there is a report.
    """

    def __init__(self, backend: str) -> None:
        self.report = Report(backend, False, {}, ())
        self.looked = Event()
        self._backend = backend
        self._lock = Lock()
        self._found: Sandbox | None = None

    @property
    def plays(self) -> tuple[str, ...]:
        """The languages whose programs can be played here now."""
        return playable(self.report) if self.report.usable else ()

    def watch(self, slot: int, stop: Event) -> None:
        """Look at this host, and each minute again, by a cage of ``slot``, while it has none."""
        self.report = looked_at(self._backend)[1]
        self.looked.set()
        while not stop.wait(LOOK_AGAIN_S):
            if not self.report.usable:
                with suppress(HostFault):
                    self.sandbox(slot)

    def sandbox(self, slot: int) -> Sandbox:
        """What makes cages here, tried by one of ``slot`` the first time.

        Raises:
            HostFault: nothing does; the reason says what mends it.
        """
        with self._lock:
            if self._found is None:
                sandbox, self.report = find_cage(self._backend, slot)
                if sandbox is None or not self.report.usable:
                    why = sentence(self.report)
                    raise HostFault(f"there is no cage for other people's bots: {why}")
                sandbox.sweep()
                self._found = sandbox
            return self._found
