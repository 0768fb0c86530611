"""What measures and stops a caged program: a control group, or else signals."""

import os
import signal
from pathlib import Path
from typing import Protocol

from scuffle_sandbox.clock import ProcessClock
from scuffle_sandbox.living import all_sleep


class Holder(Protocol):
    """What measures and stops the program: a control group, or signals."""

    def cpu_ns(self) -> int:
        """CPU time used so far."""

    def rests(self) -> bool:
        """Whether everything in it sleeps."""

    def freeze(self) -> None:
        """Give it no CPU."""

    def thaw(self) -> None:
        """Undo ``freeze``."""


class SignalHolder:
    """Holds the one process of a cage without control group; ``init`` is the cage's pid 1."""

    def __init__(self, init: int) -> None:
        self._init = init
        self._bot = 0
        self._clock = ProcessClock(init)

    def cpu_ns(self) -> int:
        """CPU time of the bot's process with all its threads; 0 before it exists."""
        return self._clock.read_ns() if self._find() else 0

    def rests(self) -> bool:
        """Whether every thread of the process sleeps."""
        try:
            return self._find() and all_sleep(os.listdir(f"/proc/{self._bot}/task"))
        except OSError:
            return False

    def freeze(self) -> None:
        """Stop the process."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it run."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        if self._find():
            try:
                os.kill(self._bot, number)
            except ProcessLookupError:
                return

    def _find(self) -> bool:
        """Pid 1's only child is the bot: the filter lets neither of them make another."""
        if not self._bot:
            try:
                children = Path(f"/proc/{self._init}/task/{self._init}/children").read_text()
            except OSError:
                return False
            if children:
                self._bot = int(children.split()[0])
                self._clock = ProcessClock(self._bot)
        return bool(self._bot)
