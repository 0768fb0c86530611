"""What an uncaged process wrote, by polling and by threads."""

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from scuffle.local_pipes import PolledPipes, ThreadedPipes
from scuffle.streams import Excerpt, Lines

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


def next_line(pipes: PolledPipes | ThreadedPipes, out: Lines) -> bytes:
    deadline = time.monotonic() + 30
    while (line := out.take()) is None:
        assert time.monotonic() < deadline
        pipes.pump(1)
    return line


@pytest.mark.parametrize("kind", [PolledPipes, ThreadedPipes])
def test_both_kinds_move_lines_and_logs(kind: Kind, echo: subprocess.Popen[bytes]) -> None:
    out, err = Lines(64 << 10), Excerpt(64 << 10)
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


FLOOD = "import sys\nwhile True: sys.stdout.write('x' * 65536)"


@pytest.mark.parametrize("kind", [PolledPipes, ThreadedPipes])
def test_a_flood_stays_in_its_pipe_until_it_is_taken(kind: Kind) -> None:
    pipe = subprocess.PIPE
    out = Lines(64 << 10)
    with subprocess.Popen(
        [sys.executable, "-c", FLOOD], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0
    ) as process:
        pipes = kind(process, out, Excerpt(0))
        with pytest.raises(BufferError, match="more than 64 kB"):
            next_line(pipes, out)
        for _ in range(50):
            pipes.pump(0)
        process.kill()
        pipes.close()
    assert out.room == 0
