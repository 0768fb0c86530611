"""What a session must hold against a program that means harm: bounds, deadlines, ends.

What such a program tries, and which verdict it gets in a match, is the hostile corpus.
"""

import resource
import time

import pytest
from contracts.conftest import PATIENCE_S

from scuffle.languages import languages
from scuffle.limits import Limits

ECHO = languages()["python"].echo


def until(seconds: float = 20.0) -> float:
    return time.monotonic() + seconds


def test_a_line_without_end_is_cut_off(kennel):
    session = kennel.start(
        "import sys\nsys.stdin.readline()\n"
        "for _ in range(50): sys.stdout.write('x' * 1_000_000)\nsys.stdout.flush()"
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(BufferError, match="64 kB"):
        kennel.ask(session)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_endless_lines_are_cut_off_at_eight_megabytes(kennel):
    session = kennel.start("import sys\nsys.stdin.readline()\nwhile True: print('x' * 60_000)")
    kennel.ask(session)
    taken = 0
    with pytest.raises(BufferError, match="8 MB in one match"):  # noqa: PT012
        for _ in range(400):
            taken += len(session.recv(until()))
    assert 7_000_000 < taken < 9_000_000
    assert session.close().killed_by_us


def test_a_flood_of_stderr_never_loses_a_game(kennel):
    session = kennel.start(
        "import sys\nsys.stdin.readline()\n"
        "print('first words', file=sys.stderr)\n"
        "for _ in range(5000): sys.stderr.write('x' * 999 + '\\n')\n"
        "print('last words', file=sys.stderr)\nprint('alive', flush=True)\nsys.stdin.readline()",
        Limits(log_kb=32),
    )
    assert kennel.ask(session) == b"alive"
    log, give_up = session.take_stderr(), until()
    while "last words" not in log:  # Docker brings the two streams in its own time
        assert time.monotonic() < give_up
        log += session.take_stderr()
    assert len(log) < 60_000
    assert log.startswith("first words")
    assert log.rstrip().endswith("last words")
    assert "left out" in log


def test_input_that_nobody_reads_meets_the_deadline(kennel):
    session = kennel.start("import sys\nsys.stdin.readline()\nwhile True: pass")
    session.send(b"{}\n", until())
    with pytest.raises(TimeoutError):
        session.send(b"x" * 8_000_000, time.monotonic() + 0.2)


def test_a_fork_bomb_stays_inside_and_is_gone_afterwards(kennel):
    bomb = kennel.start(
        "import os, sys\nsys.stdin.readline()\nprint('lit', flush=True)\n"
        "while True:\n"
        "    try: os.fork()\n"
        "    except OSError: pass\n"
    )
    other = kennel.start(ECHO)
    assert kennel.ask(bomb) == b"lit"
    assert kennel.ask(other, b"[1]\n") == b"[1]"
    began = time.monotonic()
    bomb.close()
    assert time.monotonic() - began < PATIENCE_S
    assert kennel.ask(other, b"[2]\n") == b"[2]"


def test_a_killed_cage_dies_also_when_frozen(kennel):
    session = kennel.start(ECHO)
    kennel.ask(session)
    session.freeze()
    began = time.monotonic()
    assert session.close().killed_by_us
    assert time.monotonic() - began < PATIENCE_S


def test_the_opponent_answers_while_one_floods(kennel):
    flood = kennel.start("import sys\nsys.stdin.readline()\nwhile True: print('x' * 60_000)")
    other = kennel.start(ECHO)
    kennel.ask(other, b"[0]\n")
    kennel.ask(flood)
    flood.freeze()
    assert kennel.ask(other, b"[1]\n") == b"[1]"
    began = time.monotonic()
    flood.close()
    assert time.monotonic() - began < PATIENCE_S
