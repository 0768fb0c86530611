"""Programs that use 90, 101 and 150 % of each limit, in every cage that this host can make.

The clock's decision itself is judged exactly in ``unit/test_clock_table.py``. Here a program
measures its own time and memory, and limits are wide, so that a busy host decides nothing.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from scuffle.clock import FAIR_SHARE, Clock, start_budget
from scuffle.limits import Limits
from scuffle.seat import BotFault, Budget, HostFault
from scuffle.session_seat import SessionSeat
from scuffle.streams import MATCH_OUTPUT

PERCENTS = (90, 101, 150)
OVER = {90: "ok", 101: "timeout", 150: "timeout"}
ATTEMPTS = 3
"""As many as the platform plays: what the host spoils is tried again."""

BURNS = """
import sys, time
for number, line in enumerate(sys.stdin):
    sent, goal = map(float, line.split())
    until = goal + (time.process_time() if number else 0)
    while time.process_time() < until: pass
    print("done", flush=True)
"""
"""Uses ``goal`` seconds of CPU time, at the first line since it was started."""

WAITS = f"""
import sys, time
used = 0
def waited():
    return time.monotonic() - sent - {FAIR_SHARE} * (time.process_time() - used)
for line in sys.stdin:
    sent, goal = map(float, line.split())
    while (left := goal - waited()) > 0: time.sleep(left)
    print("done", flush=True)
    used = time.process_time()
"""
"""Lets ``goal`` seconds pass since the line was sent, beyond five times its CPU time."""

TAKES = """
import resource, sys
goal, ours = map(int, sys.stdin.readline().split())
if ours:
    goal -= max(ours, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10)
block = bytearray(goal)
for at in range(0, goal, 4096): block[at] = 1
print("done", flush=True)
sys.stdin.readline()
"""
"""Holds ``goal`` bytes, less what the interpreter itself takes, at least ``ours``, if not 0."""

MULTIPLIES = """
import sys, threading
goal, stop = int(sys.stdin.readline()), threading.Event()
threading.stack_size(256 << 10)
try:
    while threading.active_count() < goal: threading.Thread(target=stop.wait, daemon=True).start()
except RuntimeError: pass
print(threading.active_count(), flush=True)
sys.stdin.readline()
"""

WRITES = """
import sys
for line in sys.stdin:
    out, err = map(int, line.split())
    sys.stderr.write("e" * err)
    sys.stderr.flush()
    sys.stdout.write("o" * out + "\\n")
    sys.stdout.flush()
"""


def verdicts(kennel, source: str, play: Callable[[SessionSeat, int], None]) -> dict[int, str]:
    """Each share's verdict, all at once; what the host spoiled is tried again."""
    found: dict[int, str] = {}
    todo = list(PERCENTS)
    with ThreadPoolExecutor(len(PERCENTS)) as pool:
        for _ in range(ATTEMPTS):
            seats = [SessionSeat(kennel.start(source)) for _ in todo]
            tries = list(pool.map(_try, seats, [play] * len(todo), todo))
            found |= {percent: word for percent, (word, _) in zip(todo, tries, strict=True)}
            todo = [
                percent
                for percent, (word, lost_ms) in zip(todo, tries, strict=True)
                if lost_ms and word != OVER[percent]
            ]
    return found


def _try(
    seat: SessionSeat, play: Callable[[SessionSeat, int], None], percent: int
) -> tuple[str, float]:
    try:
        play(seat, percent)
        word = "ok"
    except BotFault as fault:
        word = fault.verdict.value
    except HostFault:
        word = "void"
    seat.end(None)
    return word, float(seat.evidence()["lost_ms"])


def ask(seat: SessionSeat, goal_s: float, budget: Budget, clock: Clock | None = None) -> None:
    answer = seat.ask(f"{time.monotonic()} {goal_s}\n".encode(), budget)
    if clock:
        us = [ns // 1000 for ns in (answer.cpu_ns, answer.wall_ns, answer.lost_ns)]
        clock.charge(*us)


def at_start(limits: Limits, limit_ms: int) -> Callable[[SessionSeat, int], None]:
    """Use that share of the limit before being ready."""
    return lambda seat, percent: ask(seat, limit_ms * percent / 1e5, start_budget(limits))


def in_turns(limits: Limits, limit_ms: int, turns: int) -> Callable[[SessionSeat, int], None]:
    """Be ready at once, then use that share of the limit in so many requests."""

    def play(seat: SessionSeat, percent: int) -> None:
        ask(seat, 0, start_budget(Limits()))
        clock = Clock(limits)
        for _ in range(turns):
            ask(seat, limit_ms * percent / 1e5 / turns, clock.budget(), clock)

    return play


def test_cpu_time_of_the_start(kennel):
    assert verdicts(kennel, BURNS, at_start(Limits(start_ms=800), 800)) == OVER


def test_cpu_time_of_the_bank(kennel):
    limits = Limits(bank_ms=500, increment_ms=50)
    assert verdicts(kennel, BURNS, in_turns(limits, 600, 3)) == OVER


def test_waiting_at_the_start(kennel):
    found = verdicts(kennel, WAITS, at_start(Limits(start_wall_ms=1500), 1500))
    # What the cage itself computes counts fivefold in favour of the bot: 1 % is less than that.
    assert found | {101: "timeout"} == OVER


def test_waiting_in_a_request(kennel):
    limits = Limits(request_wall_ms=1000)
    assert verdicts(kennel, WAITS, in_turns(limits, 1000, 1)) == OVER


def test_waiting_in_a_match(kennel):
    limits = Limits(match_wall_ms=1000)
    assert verdicts(kennel, WAITS, in_turns(limits, 1000, 3)) == OVER


def test_memory(kennel):
    limit_mb, ours = (256, 40 << 20) if kennel.mode == "bubblewrap-plain" else (96, 1)
    seen = {}
    for percent in PERCENTS:
        session = kennel.start(TAKES, Limits(memory_mb=limit_mb))
        goal = (limit_mb << 20) * percent // 100
        line = f"{goal} {ours if percent < 100 else 0}\n".encode()
        try:
            seen[percent] = kennel.ask(session, line).decode()
        except EOFError:
            end = session.close(2.0)
            told = end.stderr + session.take_stderr()
            seen[percent] = "memory" if end.out_of_memory or "MemoryError" in told else told
    assert seen == {90: "done", 101: "memory", 150: "memory"}


def test_processes(kennel):
    limits = Limits(processes=20)
    asked = {90: 18, 101: 21, 150: 30}
    seen = {
        percent: int(kennel.ask(kennel.start(MULTIPLIES, limits), f"{goal}\n".encode()))
        for percent, goal in asked.items()
    }
    assert seen == {90: 18, 101: 20, 150: 20}


def test_the_length_of_an_answer(kennel):
    limits = Limits(answer_kb=64)
    session = kennel.start(WRITES, limits)
    for percent in (90, 99, 100):
        length = limits.answer_kb * 1024 * percent // 100
        assert len(kennel.ask(session, f"{length} 0\n".encode())) == length
    for percent in (101, 150):
        session = kennel.start(WRITES, limits)
        with pytest.raises(BufferError, match="64 kB"):
            kennel.ask(session, f"{limits.answer_kb * 1024 * percent // 100} 0\n".encode())


def test_the_length_of_the_log(kennel):
    limits = Limits(log_kb=32)
    for percent in (90, 101, 150):
        session = kennel.start(WRITES, limits)
        length = limits.log_kb * 1024 * percent // 100
        assert kennel.ask(session, f"1 {length}\n".encode()) == b"o"
        log, give_up = session.take_stderr(), time.monotonic() + 20
        while "left out" not in log and len(log) < length:  # Docker brings it in its own time
            assert time.monotonic() < give_up
            log += session.take_stderr()
        assert ("left out" in log) == (percent > 100)


def test_the_output_of_a_match(kennel):
    session = kennel.start(WRITES)
    line_bytes = 60_000
    line = f"{line_bytes - 1} 0\n".encode()
    whole = MATCH_OUTPUT // line_bytes
    for _ in range(whole):
        assert len(kennel.ask(session, line)) == line_bytes - 1
    with pytest.raises(BufferError, match="match"):
        kennel.ask(session, line)
