"""Fair time as ratios: what a bot is charged on a busy host, and what it gets while it waits."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from crowding import crowded
from runner import PRESSURE, play

from scuffle.cage import Launch, Sandbox
from scuffle.clock import start_budget
from scuffle.limits import Limits
from scuffle.seat import Answer, Budget
from scuffle.session_seat import SessionSeat
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.places import scratch_folder

Note = Callable[[str, float, float, str], float]

LOOPS, CROWD, ROUNDS, ASKS = 4, 24, 5, 10
LIMITS = Limits(bank_ms=600_000, memory_mb=256)
BUDGET = Budget(60_000_000_000, 60_000_000_000)

WORKER = """
import sys, time
def work(n): return sum(range(n))
def cost(n):
    began = time.process_time()
    work(n)
    return time.process_time() - began
sys.stdin.readline()
n = 1000
while min(cost(n) for _ in range(3)) < 0.01: n = n * 11 // 10
print("ready", flush=True)
for line in sys.stdin:
    work(n)
    print("done", flush=True)
"""
"""Finds what takes 10 ms here, then does it once a line."""

SPINNER = "import sys\nsys.stdin.readline()\nprint('ready', flush=True)\nwhile True: pass\n"


@contextmanager
def busy_host() -> Iterator[None]:
    """Four endless loops beside what is measured."""
    loops = [
        subprocess.Popen((sys.executable, "-c", "print(flush=True)\nwhile True: pass"), stdout=-1)
        for _ in range(LOOPS)
    ]
    try:
        for loop in loops:
            assert loop.stdout
            loop.stdout.read(1)  # it runs
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.communicate()


@pytest.fixture
def sandbox() -> Bubblewrap:
    found = Bubblewrap()
    report = found.check()
    assert report.usable, report
    return found


@contextmanager
def seats(sandbox: Sandbox, *sources: str) -> Iterator[Sequence[SessionSeat]]:
    """Programs in cages, ready."""
    with scratch_folder() as folder, ExitStack() as ends:
        made = []
        for number, source in enumerate(sources):
            root = Path(folder) / f"bot{number}"
            root.mkdir(mode=0o755)
            (root / "main.py").write_text(source)
            launch = Launch(root, ("{python}", "{bot}/main.py"), "python")
            seat = SessionSeat(sandbox.prepare(launch, LIMITS, number))
            ends.callback(seat.end, None)
            seat.ask(b"start\n", start_budget(LIMITS))
            made.append(seat)
        yield made


def charged_ms(seat: SessionSeat) -> list[float]:
    return [seat.ask(b"work\n", BUDGET).cpu_ns / 1e6 for _ in range(ASKS)]


def test_work_beside_endless_loops_is_charged_like_work_alone(
    sandbox: Bubblewrap, note: Note
) -> None:
    alone: list[float] = []
    beside: list[float] = []
    with seats(sandbox, WORKER) as (seat,):
        charged_ms(seat)
        for _ in range(ROUNDS):
            alone += charged_ms(seat)
            with busy_host():
                beside += charged_ms(seat)
    what = f"CPU charged for fixed work beside {LOOPS} endless loops / alone"
    ratio = note(what, statistics.median(beside), statistics.median(alone), "ms")
    assert 0.9 < ratio < 1.1


def test_a_bot_that_waits_gets_no_cpu(sandbox: Bubblewrap, note: Note) -> None:
    with seats(sandbox, SPINNER, WORKER) as (spinner, worker):
        began = time.perf_counter()
        while time.perf_counter() - began < 1:
            worker.ask(b"work\n", BUDGET)
        passed_ms = (time.perf_counter() - began) * 1000
        spinner.end(b"end\n")
        # At the end it is watched, thawed, for a moment: that is no waiting any more.
        used_ms = float(spinner.evidence()["waiting_cpu_ms"])
    assert note("CPU of an endless loop while its opponent thinks", used_ms, passed_ms, "ms") < 0.02


def test_what_a_crowd_takes_from_a_bot_is_told(sandbox: Bubblewrap, note: Note) -> None:
    with seats(sandbox, WORKER) as (seat,), crowded(CROWD):
        answers = [seat.ask(b"work\n", BUDGET) for _ in range(ROUNDS * ASKS)]
    told, true = (sum(each) / 1e6 for each in zip(*map(_lost_ns, answers), strict=True))
    what = f"time lost beside {CROWD} endless loops, as told / wall minus CPU"
    assert 0.7 < note(what, told, true, "ms") < 1.1


def _lost_ns(answer: Answer) -> tuple[int, int]:
    return answer.lost_ns, answer.wall_ns - answer.cpu_ns


def test_threads_that_wake_together_move_no_sentinel(sandbox: Bubblewrap, note: Note) -> None:
    """They lose by ``timeout``, and the sentinel sees nothing of the pressure they make."""
    report = play(sandbox, PRESSURE, Limits(request_wall_ms=1000))
    seat = report.seats[0]
    lost_ms, waited_ms = (float(seat.evidence[name]) for name in ("lost_ms", "slowest_ms"))
    note("time that the sentinel lost beside 60 waking threads", lost_ms, waited_ms, "ms")
    assert (report.status, seat.verdict.verdict) == ("finished", "timeout")
