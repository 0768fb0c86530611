"""The pipes between the runner and one caged program, read within bounds by one thread."""

import math
import os
import select
import time
from typing import Protocol

from scuffle.streams import Excerpt

_CHUNK = 65_536


def poll_ms(deadline: float) -> int:
    """Whole milliseconds from now to ``deadline``, for ``poll``: 0 once it has passed."""
    return max(math.ceil((deadline - time.monotonic()) * 1000), 0)


class Sink(Protocol):
    """Where stdout goes."""

    ended: bool

    @property
    def room(self) -> int:
        """How many bytes may be fed now."""

    def feed(self, data: bytes) -> None:
        """Add what was read, at most ``room`` bytes."""


class Channel(Protocol):
    """Moves bytes; what the program writes goes into a sink and an ``Excerpt``."""

    def wait(self, deadline: float, *, writing: bool = False, also: int = -1) -> bool:
        """Sleep until something can be read (and read it), written, or ``also`` is ready.

        Gives whether something was read.
        """

    def write(self, data: memoryview) -> int:
        """Write what fits now; 0 if nothing does.

        Raises:
            BrokenPipeError: the program does not read any more.
        """

    def silent(self) -> bool:
        """Whether both output streams have ended."""

    def end_input(self) -> None:
        """Let the program see the end of its stdin."""

    def close(self) -> None:
        """Give the descriptors back."""


class Pipes:
    """Three pipes of a child process; the runner's ends do not block."""

    def __init__(self, fds: tuple[int, int, int], out: Sink, excerpt: Excerpt) -> None:
        self._stdin, self._stdout, self._stderr = fds
        for fd in fds:
            os.set_blocking(fd, False)
        self._out = out
        self._excerpt = excerpt

    def wait(self, deadline: float, *, writing: bool = False, also: int = -1) -> bool:
        """Poll all that matters and read what is there."""
        poll = select.poll()
        if self._stdout >= 0 and self._out.room:
            poll.register(self._stdout, select.POLLIN)
        if self._stderr >= 0:
            poll.register(self._stderr, select.POLLIN)
        if writing and self._stdin >= 0:
            poll.register(self._stdin, select.POLLOUT)
        if also >= 0:
            poll.register(also, select.POLLIN)
        ready = {fd for fd, _ in poll.poll(poll_ms(deadline))}
        streams = ready & {self._stdout, self._stderr}
        if self._stdout in streams:
            self._read_stdout()
        if self._stderr in streams:
            self._read_stderr()
        return bool(streams)

    def _read_stdout(self) -> None:
        data = os.read(self._stdout, min(_CHUNK, self._out.room))
        if data:
            self._out.feed(data)
        else:
            os.close(self._stdout)
            self._stdout = -1
            self._out.ended = True

    def _read_stderr(self) -> None:
        data = os.read(self._stderr, _CHUNK)
        if data:
            self._excerpt.feed(data)
        else:
            os.close(self._stderr)
            self._stderr = -1

    def write(self, data: memoryview) -> int:
        """Write what the pipe takes."""
        if self._stdin < 0:
            raise BrokenPipeError("stdin was closed")
        try:
            return os.write(self._stdin, data)
        except BlockingIOError:
            return 0

    def silent(self) -> bool:
        """Whether stdout and stderr have ended."""
        return self._stdout < 0 and self._stderr < 0

    def end_input(self) -> None:
        """Close our end of stdin."""
        if self._stdin >= 0:
            os.close(self._stdin)
            self._stdin = -1

    def close(self) -> None:
        """Close all three."""
        for fd in (self._stdin, self._stdout, self._stderr):
            if fd >= 0:
                os.close(fd)
        self._stdin = self._stdout = self._stderr = -1
