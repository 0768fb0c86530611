"""The three pipes of an uncaged process, on every platform.

Where pipes can be polled they are read by the thread that waits for them, which is the fastest
way; Windows cannot, so there one thread a pipe reads ahead.
"""

import os
import selectors
import sys
from queue import Empty, Full, Queue
from subprocess import Popen
from threading import Thread
from time import monotonic
from typing import IO, Protocol

from scuffle.streams import Excerpt, Lines

_CHUNK = 65536


class Pipes(Protocol):
    """Moves what a process wrote into the two buffers, and requests into the process."""

    def pump(self, timeout_s: float) -> bool:
        """Wait until something was read, at most ``timeout_s``; whether something was."""
        ...

    def write(self, data: bytes, deadline: float) -> None:
        """Write all of ``data``.

        Raises:
            BrokenPipeError: it does not read any more.
            TimeoutError: the deadline passed.
        """
        ...

    def close(self) -> None:
        """Stop reading; the process has ended."""
        ...


def open_pipes(process: Popen[bytes], out: Lines, err: Excerpt) -> Pipes:
    """The kind of pipes that this platform can do."""
    kind = ThreadedPipes if sys.platform == "win32" else PolledPipes
    return kind(process, out, err)


class PolledPipes:
    """Reads and writes without blocking, in the caller's thread."""

    def __init__(self, process: Popen[bytes], out: Lines, err: Excerpt) -> None:
        """Take over the pipes of ``process``."""
        assert process.stdin is not None
        self._stdin = process.stdin.fileno()
        self._buffers: dict[int, Lines | Excerpt] = {
            _fd(process.stdout): out,
            _fd(process.stderr): err,
        }
        self._out = out
        self._stdout = _fd(process.stdout)
        self._listens = True
        self._selector = selectors.DefaultSelector()
        os.set_blocking(self._stdin, False)
        for fd in self._buffers:
            os.set_blocking(fd, False)
            self._selector.register(fd, selectors.EVENT_READ)

    def pump(self, timeout_s: float) -> bool:
        """Read what is there and has room."""
        if self._listens != (self._out.room > 0 and not self._out.ended):
            self._listen(not self._listens)
        if not self._selector.get_map():
            return False
        ready = self._selector.select(max(0.0, timeout_s))
        for key, _ in ready:
            self._read(key.fd)
        return bool(ready)

    def _listen(self, wanted: bool) -> None:
        """Leave a flood in its pipe until somebody takes what lies here."""
        if wanted:
            self._selector.register(self._stdout, selectors.EVENT_READ)
        else:
            self._selector.unregister(self._stdout)
        self._listens = wanted

    def _read(self, fd: int) -> None:
        data = os.read(fd, _CHUNK)
        if data:
            self._buffers[fd].feed(data)
        elif fd == self._stdout:
            self._out.ended = True
            self._listen(False)
        else:
            self._selector.unregister(fd)

    def write(self, data: bytes, deadline: float) -> None:
        """Write, reading meanwhile, so that a talkative process cannot block both sides."""
        while data:
            try:
                data = data[os.write(self._stdin, data) :]
            except BlockingIOError:
                if monotonic() > deadline:
                    raise TimeoutError from None
                self.pump(0.001)

    def close(self) -> None:
        """Give back what polling needs."""
        self._selector.close()


class ThreadedPipes:
    """Reads ahead in two threads."""

    def __init__(self, process: Popen[bytes], out: Lines, err: Excerpt) -> None:
        """Take over the pipes of ``process``."""
        assert process.stdin is not None
        self._stdin = process.stdin
        self._out, self._err = out, err
        self._read: Queue[tuple[Lines | Excerpt, bytes]] = Queue(maxsize=64)
        self._closed = False
        for pipe, buffer in ((process.stdout, out), (process.stderr, err)):
            Thread(target=self._follow, args=(_fd(pipe), buffer), daemon=True).start()

    def _follow(self, fd: int, buffer: Lines | Excerpt) -> None:
        while True:
            try:
                data = os.read(fd, _CHUNK)
            except OSError:
                data = b""
            while not self._closed and not self._put((buffer, data)):
                pass
            if self._closed or not data:
                return

    def _put(self, item: tuple[Lines | Excerpt, bytes]) -> bool:
        """Hand on what was read, unless nobody takes it for a while."""
        try:
            self._read.put(item, timeout=0.2)
        except Full:
            return False
        return True

    def pump(self, timeout_s: float) -> bool:
        """Take what the threads have read."""
        try:
            buffer, data = self._read.get(timeout=max(0.0, timeout_s))
        except Empty:
            return False
        if data:
            buffer.feed(data)
        elif buffer is self._out:
            self._out.ended = True
        return True

    def write(self, data: bytes, deadline: float) -> None:
        """Write; requests are smaller than a pipe, so this does not block for long."""
        try:
            self._stdin.write(data)
            self._stdin.flush()
        except OSError as error:
            raise BrokenPipeError from error

    def close(self) -> None:
        """Let the threads end."""
        self._closed = True


def _fd(pipe: IO[bytes] | None) -> int:
    assert pipe is not None
    return pipe.fileno()
