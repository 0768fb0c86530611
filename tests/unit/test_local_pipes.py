"""What an uncaged process wrote: lines, head and tail, by polling and by threads."""

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from scuffle.local_lines import HeadAndTail, LineBuffer
from scuffle.local_pipes import PolledPipes, ThreadedPipes

ECHO = """\
import sys
for line in sys.stdin:
    sys.stderr.write("log " + line)
    sys.stderr.flush()
    sys.stdout.write(line)
    sys.stdout.flush()
"""

Kind = type[PolledPipes] | type[ThreadedPipes]


@pytest.fixture
def echo() -> Iterator[subprocess.Popen[bytes]]:
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", ECHO], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0
    ) as process:
        yield process
        process.kill()


def next_line(pipes: PolledPipes | ThreadedPipes, out: LineBuffer) -> bytes:
    deadline = time.monotonic() + 30
    while (line := out.take()) is None:
        assert time.monotonic() < deadline
        pipes.pump(1)
    return line


@pytest.mark.parametrize("kind", [PolledPipes, ThreadedPipes])
def test_both_kinds_move_lines_and_logs(kind: Kind, echo: subprocess.Popen[bytes]) -> None:
    out, err = LineBuffer(64), HeadAndTail(64)
    pipes = kind(echo, out, err)
    for line in (b"one", b"x" * 50_000, "ü".encode()):
        pipes.write(line + b"\n", time.monotonic() + 30)
        assert next_line(pipes, out) == line
    assert echo.stdin is not None
    echo.stdin.close()
    with pytest.raises(EOFError):
        next_line(pipes, out)
    while pipes.pump(0.5):
        pass
    pipes.close()
    assert err.take().startswith("log one\n")


def test_lines_are_cut_and_the_last_needs_no_newline() -> None:
    lines = LineBuffer(1)
    for chunk in (b"a", b"b\ncd\n\ne"):
        lines.feed(chunk)
    assert [lines.take() for _ in range(4)] == [b"ab", b"cd", b"", None]
    lines.feed(b"")
    assert lines.take() == b"e"
    with pytest.raises(EOFError):
        lines.take()


@pytest.mark.parametrize("data", [b"x" * 1025, b"x" * 1025 + b"\n"])
def test_a_long_line_is_refused(data: bytes) -> None:
    lines = LineBuffer(1)
    lines.feed(data)
    with pytest.raises(BufferError, match="more than 1 kB"):
        lines.take()


def test_a_flood_is_refused() -> None:
    lines = LineBuffer(64)
    for _ in range(129):
        assert not lines.is_full
        lines.feed(b"\n" * 65536)
    assert lines.is_full
    with pytest.raises(BufferError, match="more than 8 MB"):
        lines.take()


def test_head_and_tail_are_kept_and_the_cut_is_told() -> None:
    kept = HeadAndTail(1)
    kept.feed(b"head" + b"." * 600)
    kept.feed(b"." * 600 + b"tail")
    text = kept.take()
    assert text.startswith("head...")
    assert text.endswith("...tail")
    assert "[184 bytes cut]" in text
    assert kept.take() == ""


def test_nothing_is_kept_without_a_limit() -> None:
    kept = HeadAndTail(0)
    kept.feed(b"abc")
    assert kept.take() == "\n[3 bytes cut]\n"
