"""Bots that fail, in the cage: which verdict they get, and that the other one is untouched."""

import pytest
from runner import play

from scuffle.limits import Limits
from scuffle_sandbox.bubblewrap import Bubblewrap

SHORT = {"bank_ms": 500, "increment_ms": 0, "request_wall_ms": 1_000, "start_wall_ms": 2_000}
BOT = "def get_action(state, api):\n    {}\n    return state['legal_actions'][0]\n"
PROGRAM = "import os, sys, time\nsys.stdin.readline()\n{}\n"
READY = 'print(\'{{"type": "ready"}}\', flush=True)\nsys.stdin.readline()\n'

NONSENSE = "{'action': 'grow', 'params': {'row': 5, 'col': 5}}"

VERDICTS = [
    ("raises", BOT.format("raise ValueError('lost')"), "crash"),
    ("kills itself", BOT.format("import os; os.kill(os.getpid(), 9)"), "crash"),
    ("leaves politely", BOT.format("import os; os._exit(0)"), "crash"),
    ("spins", BOT.format("while True: pass"), "timeout"),
    ("sleeps", BOT.format("import time; time.sleep(1000)"), "timeout"),
    ("plays nonsense", BOT.format(f"return {NONSENSE}"), "illegal"),
    ("says nothing", BOT.format("return None"), "malformed"),
    ("fails to load", "import nothing_like_this\n" + BOT.format("pass"), "no-start"),
    ("floods", PROGRAM.format(READY.format() + "while True: print('x' * 70_000)"), "output"),
    ("never ready", PROGRAM.format("time.sleep(1000)"), "start-timeout"),
    ("spins at start", PROGRAM.format("while True: pass"), "start-timeout"),
    ("speaks garbage", PROGRAM.format(READY.format() + "print('hello', flush=True)"), "malformed"),
    ("closes stdout", PROGRAM.format(READY.format() + "os.close(1)\ntime.sleep(1000)"), "timeout"),
]


@pytest.fixture(scope="module")
def sandbox():
    found = Bubblewrap()
    assert found.check().usable, found.check()
    return found


@pytest.mark.parametrize(
    ("source", "verdict"), [row[1:] for row in VERDICTS], ids=[row[0] for row in VERDICTS]
)
def test_a_failing_bot_gets_its_verdict_and_loses(sandbox, source, verdict):
    limits = Limits(**SHORT, start_ms=500)
    report = play(sandbox, source, limits)
    assert report.status == "finished", report.reason
    seat, other = report.seats
    assert seat.verdict.verdict == verdict, seat.detail
    assert seat.detail
    assert other.verdict.verdict == "ok"
    assert report.outcome["places"] == [2, 1]


def test_memory_is_its_own_verdict(sandbox):
    if sandbox.check().ladder_layer != "cgroup":
        pytest.skip("beyond this host: without a control group it is a crash")
    hog = BOT.format("api.data['hog'] = b'x' * (400 << 20)")
    seat = play(sandbox, hog, Limits(memory_mb=128)).seats[0]
    assert seat.verdict.verdict == "memory", seat.detail


def test_the_last_words_reach_the_owner(sandbox):
    report = play(sandbox, BOT.format("raise ValueError('my own words')"), Limits())
    assert "my own words" in report.seats[0].detail + report.seats[0].log[-1].stderr


def test_an_answer_that_comes_late_is_not_taken_for_the_next(sandbox):
    # Late by the clock that no busy host can bend: CPU time.
    busy = "import time\n    while time.process_time() < 1.5: pass"
    report = play(sandbox, BOT.format(busy), Limits(**SHORT))
    assert report.seats[0].verdict.verdict == "timeout"
    assert len(report.steps) == 0
