"""Keeps head and tail of what a program writes to stderr."""


class Excerpt:
    """Bytes within a limit over a whole match: the head and the tail, and what was cut.

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
