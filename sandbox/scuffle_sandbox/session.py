"""One caged program for one match: the session that every backend hands out."""

import os
import time
from typing import Protocol

from scuffle.cage import Exit, Metering
from scuffle.seat import HostFault
from scuffle.streams import Excerpt, Lines
from scuffle_sandbox.channel import Channel
from scuffle_sandbox.crowd import crowded_out_s
from scuffle_sandbox.sentinel import sentinel

_READS_AT_ONCE = 16
"""How many chunks one look at stderr reads at most: a flood must not hold us."""

_LAST_WORDS_S = 0.1
"""How long we read what a killed program's pipes still hold."""


class Cage(Protocol):
    """What holds a program: started once, frozen and thawed, ended."""

    def start(self) -> None:
        """Let the program run; called once, before the first line is sent."""

    def fault(self) -> str:
        """Why the program never ran, if that is our fault; else empty."""

    @property
    def metering(self) -> Metering:
        """What counts its CPU time."""

    def cpu_ns(self) -> int:
        """CPU time used so far by everything in it."""

    def rests(self) -> bool:
        """Whether everything in it sleeps; false where that cannot be seen."""

    def freeze(self) -> None:
        """Give it no CPU."""

    def thaw(self) -> None:
        """Undo ``freeze``."""

    def exit_fd(self) -> int:
        """A descriptor that becomes readable when the program has ended, or -1."""

    def ended(self) -> bool:
        """Whether the program has ended."""

    def end(self) -> Exit:
        """Kill what is left, free everything, and say how it ended (without stderr)."""


class CagedSession:
    """Ties a channel to a cage and keeps both within the match's bounds."""

    def __init__(self, cage: Cage, channel: Channel, lines: Lines, excerpt: Excerpt) -> None:
        self._cage = cage
        self._channel = channel
        self._lines = lines
        self._excerpt = excerpt
        self._started = False
        self._frozen = False
        self._exit: Exit | None = None
        self._sentinel = sentinel(os.getpid())
        self._used_ns = self._used_before_ns = 0
        self._rested_s = 0.0
        self._resting_from: float | None = None

    def send(self, data: bytes, deadline: float) -> None:
        """Write all of ``data``; starts the program at the first call, thaws it at every call.

        Raises:
            BrokenPipeError: the program does not read any more.
            TimeoutError: the deadline passed.
            HostFault: the cage never came to be.
        """
        self._run()
        began = time.monotonic()
        self._used_before_ns, self._rested_s = self._used_ns, 0.0
        self._resting_from = None
        left = memoryview(data)
        try:
            while left:
                left = left[self._channel.write(left) :]
                if left and time.monotonic() >= deadline:
                    self._note_rest(began)
                    raise TimeoutError("the program does not read its input")
                if left:
                    self._channel.wait(deadline, writing=True)
        except BrokenPipeError:
            self._blame_us()
            raise

    def recv(self, deadline: float) -> bytes:
        """The next line of stdout without its newline.

        Raises:
            EOFError: stdout ended.
            TimeoutError: the deadline passed.
            BufferError: the line or the match's output is longer than allowed.
            HostFault: the cage never came to be.
        """
        self._run()
        began = time.monotonic()
        try:
            line = self._lines.take()
            while line is None:
                late = time.monotonic() >= deadline
                self._channel.wait(deadline)  # also when late: we may have been kept waiting
                line = self._lines.take()
                if line is None and late:
                    self._note_rest(began)
                    raise TimeoutError("no answer in time")
        except EOFError:
            self._blame_us()
            raise
        return line

    def _note_rest(self, began: float) -> None:
        """A program that kept us waiting and now sleeps is taken to have slept all the while.

        And to sleep on until it is seen again: what it does just before its answer is not seen.
        """
        rests, now = self._cage.rests(), time.monotonic()
        self._rested_s += now - began if rests else 0.0
        self._resting_from = now if rests else None

    def _run(self) -> None:
        if self._exit:
            raise BrokenPipeError("the session was closed")
        if not self._started:
            self._started = True
            self._cage.start()
        self.thaw()

    def _blame_us(self) -> None:
        if reason := self._cage.fault():
            raise HostFault(f"the cage could not be made: {reason} {self.take_stderr()}".strip())

    def pending(self) -> bool:
        """Whether output lies there that nobody asked for."""
        self._channel.wait(0)
        return self._lines.holds_any

    @property
    def metering(self) -> Metering:
        """What ``cpu_ns`` counts with."""
        return self._cage.metering

    def cpu_ns(self) -> int:
        """CPU time used so far by everything in the cage."""
        self._used_ns = self._exit.cpu_ns if self._exit else self._cage.cpu_ns()
        return self._used_ns

    def freeze(self) -> None:
        """Give the cage no CPU until ``thaw``."""
        if self._started and not self._frozen and not self._exit:
            self._cage.freeze()
            self._frozen = True

    def thaw(self) -> None:
        """Undo ``freeze``."""
        if self._frozen and not self._exit:
            self._cage.thaw()
            self._frozen = False

    def take_stderr(self) -> str:
        """What was written to stderr since the last call, head and tail within the limit."""
        for _ in range(_READS_AT_ONCE):
            if not self._channel.wait(0):
                break
        return self._excerpt.take()

    def lost_s(self, since: float) -> float:
        """Seconds since ``since`` in which this host let others run, where that is known.

        ``since`` lies within what was sent last.
        """
        return max(self._sentinel.lost_s(since), self._crowded_out_s(since))

    def _crowded_out_s(self, since: float) -> float:
        """Without a clock its own work could not be told from what others do."""
        free = self._sentinel.crowd.free_share(since)
        if free is None or self.metering is Metering.NONE:
            return 0.0
        used_s = (self.cpu_ns() - self._used_before_ns) / 1e9
        now = time.monotonic()
        rested_s = self._rested_s + (now - self._resting_from if self._resting_from else 0.0)
        return crowded_out_s(now - since, used_s, free * (now - since), rested_s)

    def close(self, grace_s: float = 0.0) -> Exit:
        """Wait ``grace_s`` for an exit, kill what is left, free everything; never raises."""
        if self._exit is None:
            self._exit = self._close(grace_s)
        return self._exit

    def _close(self, grace_s: float) -> Exit:
        self._channel.end_input()
        if self._started and grace_s > 0:
            self.thaw()
            self._wait_for_exit(time.monotonic() + grace_s)
        by_itself = self._cage.ended()
        how = self._cage.end()
        self._drain(time.monotonic() + _LAST_WORDS_S)
        self._channel.close()
        return Exit(
            code=how.code if by_itself else None,
            signal=how.signal if by_itself else "SIGKILL",
            killed_by_us=not by_itself,
            out_of_memory=how.out_of_memory,
            cpu_ns=how.cpu_ns,
            peak_memory_kb=how.peak_memory_kb,
            stderr=self._excerpt.take(),
        )

    def _wait_for_exit(self, deadline: float) -> None:
        while not self._cage.ended() and time.monotonic() < deadline:
            self._channel.wait(deadline, also=self._cage.exit_fd())
            self._lines.discard()

    def _drain(self, deadline: float) -> None:
        """Read the last words of a program that is gone: its pipes end at once."""
        while not self._channel.silent() and time.monotonic() < deadline:
            self._channel.wait(deadline)
            self._lines.discard()
