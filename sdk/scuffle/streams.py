"""What a stranger's program writes, kept within bounds: its lines and its log.

Cages and the uncaged backend read with the same classes, so a bot meets the same rules and reads
the same sentences at home and on the site.
"""

MATCH_OUTPUT = 8 << 20
"""The bytes of stdout that one match may hold."""

_BLANKS = b" \t\r\n"


class Lines:
    """Cuts bytes into lines; refuses a line or a match that is too long.

    Blanks and empty lines before a line are skipped.

    Args:
        longest: the longest line in bytes, without its newline.
        total: the most bytes over the whole match.
    """

    def __init__(self, longest: int, total: int = MATCH_OUTPUT) -> None:
        self._longest = longest
        self._total = total
        self._left = total
        self._buffer = bytearray()
        self._searched = 0
        self.ended = False

    @property
    def holds_any(self) -> bool:
        """Whether more than blanks lies here that nobody took."""
        self._skip_blanks()
        return bool(self._buffer)

    @property
    def room(self) -> int:
        """How many bytes may be fed before ``take`` must say something: bounded memory."""
        return max(self._longest + 1 - len(self._buffer), 0)

    def feed(self, data: bytes) -> None:
        """Add what was read; more than ``room`` bytes only if they came in one piece."""
        self._left -= len(data)
        self._buffer += data

    def discard(self) -> None:
        """Forget what lies here: nobody will ask for it any more."""
        self._buffer.clear()
        self._searched = 0

    def take(self) -> bytes | None:
        """The next line without its newline, or ``None`` if more must be read first.

        Raises:
            BufferError: the line, or the output of the whole match, is longer than allowed.
            EOFError: the stream ended and nothing is left.
        """
        if self._left < 0:
            raise BufferError(f"more than {self._total >> 20} MB in one match")
        self._skip_blanks()
        cut = self._buffer.find(b"\n", self._searched)
        self._refuse_long(len(self._buffer) if cut < 0 else cut)
        if cut < 0:
            return self._rest()
        return self._cut(cut, cut + 1)

    def _refuse_long(self, length: int) -> None:
        if length > self._longest:
            raise BufferError(f"a line of more than {self._longest / 1024:.0f} kB")

    def _skip_blanks(self) -> None:
        """Drop empty lines in one go, or a flood of them would cost a call each."""
        if self._searched == 0 and self._buffer[:1].isspace():
            self._buffer = self._buffer.lstrip(_BLANKS)

    def _cut(self, end: int, following: int) -> bytes:
        line = bytes(self._buffer[:end])
        del self._buffer[:following]
        self._searched = 0
        return line

    def _rest(self) -> bytes | None:
        self._searched = len(self._buffer)
        if not self.ended:
            return None
        if not self._buffer:
            raise EOFError("the output ended")
        return self._cut(self._searched, self._searched)


class Excerpt:
    """Bytes of a log within a limit over a whole match: its head and tail, and what was cut.

    Half the limit is the head of the match. The other half is the newest of what has not been
    taken yet, so that a flood never hides the last words.
    """

    def __init__(self, limit: int) -> None:
        self._head_left = limit // 2
        self._tail_limit = limit - limit // 2
        self._head = bytearray()
        self._tail = bytearray()
        self._cut = 0

    def feed(self, data: bytes) -> None:
        """Add what was read."""
        head, rest = data[: self._head_left], data[self._head_left :]
        self._head += head
        self._head_left -= len(head)
        self._tail += rest
        surplus = len(self._tail) - self._tail_limit
        if surplus > 0:
            self._cut += surplus
            del self._tail[:surplus]

    def take(self) -> str:
        """What came since the last call; bytes that are not UTF-8 are replaced."""
        told = f"\n… {self._cut} bytes of the log left out …\n".encode() if self._cut else b""
        data = bytes(self._head) + told + bytes(self._tail)
        # What was shown counts against the match's limit, so a talker's tail gets shorter.
        self._tail_limit = max(self._tail_limit - len(self._tail), 1024)
        self._head.clear()
        self._tail.clear()
        self._cut = 0
        return data.decode("utf-8", "replace")
