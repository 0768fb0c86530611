"""What one seat wrote during a match, request by request, within its limit."""

import re
from collections import deque
from collections.abc import Iterable

from scuffle.jobs import RequestLog

_CUT = re.compile(
    r"… (\d+) bytes of the log left out …|\[(\d+) characters cut: a match's log holds \d+ kB\]"
)
"""How a cut is told, by ``scuffle.streams.Excerpt`` and here."""


def left_out(texts: Iterable[str]) -> int:
    """How much of a log was cut, as its texts tell it: bytes and characters together."""
    return sum(int(one or other) for text in texts for one, other in _CUT.findall(text))


class SeatLog:
    """A match's log of one seat: the head and the tail of its text are kept, the cut is told.

    The limit is on what the bot wrote to its log; lines sent and received are always kept.
    """

    def __init__(self, limit_kb: int) -> None:
        """Keep at most ``limit_kb`` times 1024 characters."""
        self._limit_kb = limit_kb
        self._entries: list[RequestLog] = []
        self._heads: list[str] = []
        self._head_left = limit_kb * 512
        self._tail: deque[tuple[int, str]] = deque()
        self._tail_left = limit_kb * 512
        self._cut = 0

    def add(self, entry: RequestLog) -> None:
        """Append one request with what was written meanwhile."""
        self._entries.append(entry.model_copy(update={"stderr": ""}) if entry.stderr else entry)
        self._heads.append("")
        self.append_text(entry.stderr)

    def append_text(self, text: str) -> None:
        """Add text to the last request."""
        if not text or not self._entries:
            return
        head, rest = text[: self._head_left], text[self._head_left :]
        self._heads[-1] += head
        self._head_left -= len(head)
        if rest:
            self._tail.append((len(self._entries) - 1, rest))
            self._tail_left -= len(rest)
            self._cut_tail()

    def _cut_tail(self) -> None:
        """Drop the oldest text of the tail until it is within its half of the limit."""
        while self._tail_left < 0:
            index, text = self._tail.popleft()
            dropped = min(len(text), -self._tail_left)
            self._cut += dropped
            self._tail_left += dropped
            if dropped < len(text):
                self._tail.appendleft((index, text[dropped:]))

    def entries(self) -> tuple[RequestLog, ...]:
        """All requests with their text."""
        texts = list(self._heads)
        if self._cut:
            at = self._tail[0][0] if self._tail else len(texts) - 1
            texts[at] += (
                f"\n[{self._cut} characters cut: a match's log holds {self._limit_kb} kB]\n"
            )
        for index, text in self._tail:
            texts[index] += text
        return tuple(
            entry.model_copy(update={"stderr": text}) if text else entry
            for entry, text in zip(self._entries, texts, strict=True)
        )
