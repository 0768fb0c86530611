"""The attach socket of one container: stdin out, stdout and stderr in, multiplexed.

Frames are those of the Docker Engine API: one byte of stream (1 stdout, 2 stderr), three zero
bytes, the length in four bytes big-endian, the data. Docker ends stdout only with the container.
"""

import select
import socket
import struct
import time
from contextlib import suppress
from typing import Any

from scuffle.streams import Excerpt
from scuffle_sandbox.channel import Sink, poll_ms

_CHUNK = 65_536
_HEADER = struct.Struct(">BxxxI")
_STDERR = 2


class Attached:
    """A channel over the attach socket, once ``connect`` has been called."""

    def __init__(self, out: Sink, excerpt: Excerpt) -> None:
        self._out = out
        self._excerpt = excerpt
        self._socket: socket.socket | None = None
        self._keeper: Any = None
        self._partial = b""
        self._stream = 0
        self._left = 0

    def connect(self, wrapped: Any) -> None:
        """Use what the library's ``attach_socket`` gave."""
        self._keeper = wrapped  # closing the wrapper closes the socket
        self._socket = getattr(wrapped, "_sock", wrapped)
        assert self._socket is not None
        self._socket.setblocking(False)

    def wait(self, deadline: float, *, writing: bool = False, also: int = -1) -> bool:
        """Poll all that matters and read what is there."""
        poll = select.poll()
        here = self._socket.fileno() if self._socket else -1
        if here >= 0:
            events = select.POLLIN if self._out.room > 0 else 0
            poll.register(here, events | (select.POLLOUT if writing else 0))
        if also >= 0:
            poll.register(also, select.POLLIN)
        found = dict(poll.poll(poll_ms(deadline)))
        readable = bool(found.get(here, 0) & (select.POLLIN | select.POLLHUP))
        if readable:
            self._read()
        return readable

    def _read(self) -> None:
        assert self._socket is not None
        try:
            data = self._socket.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._take_apart(self._partial + data)
        else:
            self._hang_up()

    def _take_apart(self, data: bytes) -> None:
        while data:
            if self._left == 0:
                if len(data) < _HEADER.size:
                    break
                self._stream, self._left = _HEADER.unpack(data[: _HEADER.size])
                data = data[_HEADER.size :]
            part, data = data[: self._left], data[self._left :]
            self._left -= len(part)
            (self._excerpt if self._stream == _STDERR else self._out).feed(part)
        self._partial = data

    def _hang_up(self) -> None:
        if self._socket:
            self._socket.close()
            self._keeper.close()
        self._socket = None
        self._out.ended = True

    def silent(self) -> bool:
        """Whether the engine has closed the socket."""
        return self._socket is None

    def write(self, data: memoryview) -> int:
        """Write what the socket takes."""
        if self._socket is None:
            raise BrokenPipeError("the container has ended")
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0

    def end_input(self) -> None:
        """Close the container's stdin."""
        if self._socket:
            try:
                self._socket.shutdown(socket.SHUT_WR)
            except OSError:
                self._hang_up()

    def finish(self, seconds: float) -> None:
        """Read what a dead container still wrote, then cut the line.

        The engine waits up to a minute to remove a container whose flood nobody reads.
        """
        deadline = time.monotonic() + seconds
        while self._socket and self._out.room > 0 and time.monotonic() < deadline:
            self.wait(deadline)
        if self._socket:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._hang_up()

    def close(self) -> None:
        """Give the socket back."""
        self._hang_up()
