"""What an uncaged process wrote, kept within bounds."""

from collections import deque

MATCH_OUTPUT_KB = 8 * 1024
"""How much a bot may write to stdout in a match."""


class LineBuffer:
    """Cuts a stream into lines; refuses long lines and floods."""

    def __init__(self, line_kb: int) -> None:
        """Allow lines of at most ``line_kb`` times 1024 bytes."""
        self._line_kb = line_kb
        self._data = b""
        self._lines: deque[bytes] = deque()
        self._total = 0
        self.ended = False

    def __len__(self) -> int:
        """How many bytes and lines lie here."""
        return len(self._lines) + len(self._data)

    def feed(self, data: bytes) -> None:
        """Add what was read; nothing means the stream has ended."""
        self._total += len(data)
        *lines, self._data = (self._data + data).split(b"\n")
        self._lines += lines
        if not data:
            self.ended = True

    @property
    def is_full(self) -> bool:
        """Whether more was written than may be."""
        return self._total > MATCH_OUTPUT_KB * 1024 or len(self._data) > self._line_kb * 1024

    def take(self) -> bytes | None:
        """The next line, or ``None`` if there is none yet.

        Raises:
            BufferError: a line, or all of them, are longer than allowed.
            EOFError: there will be none.
        """
        line = self._lines.popleft() if self._lines else None
        if self._total > MATCH_OUTPUT_KB * 1024:
            raise BufferError(f"more than {MATCH_OUTPUT_KB // 1024} MB in one match")
        if len(self._data if line is None else line) > self._line_kb * 1024:
            raise BufferError(f"a line of more than {self._line_kb} kB")
        if line is None and self.ended:
            line, self._data = self._data, b""
            if not line:
                raise EOFError
        return line


class HeadAndTail:
    """Keeps the head and the tail of a text and tells how much was cut between."""

    def __init__(self, limit_kb: int) -> None:
        """Keep at most ``limit_kb`` times 1024 bytes between two takes."""
        self._half = limit_kb * 512
        self._head = b""
        self._tail = b""
        self._cut = 0

    def feed(self, data: bytes) -> None:
        """Add what was read."""
        room = self._half - len(self._head)
        self._head += data[:room]
        tail = self._tail + data[room:] if room < len(data) else self._tail
        self._cut += max(0, len(tail) - self._half)
        self._tail = tail[-self._half :] if self._half else b""

    def take(self) -> str:
        """What was kept since the last call."""
        told = f"\n[{self._cut} bytes cut]\n".encode() if self._cut else b""
        text = (self._head + told + self._tail).decode(errors="replace")
        self._head, self._tail, self._cut = b"", b"", 0
        return text
