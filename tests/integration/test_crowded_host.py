"""A crowd beside real cages: who computes loses nothing by it, who sleeps gains nothing by it.

The scheduler wakes a thread that naps, such as the sentinel, at once, also where a thread that
computes gets a tenth of a core.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from crowding import crowded
from runner import MODES

from scuffle.cage import Launch, Sandbox, Session
from scuffle.clock import start_budget
from scuffle.limits import Limits
from scuffle.seat import Budget
from scuffle.session_seat import SessionSeat
from scuffle_sandbox.places import scratch_folder
from scuffle_sandbox.sentinel import sentinel

LOOPS = 12 * (os.cpu_count() or 1)
LIMITS = Limits()
SHORT = Budget(cpu_ns=60_000_000_000, wall_ns=100_000_000, patience_ns=60_000_000_000)
"""A tenth of a second may be waited; a host that is too busy is waited for."""

READY = "import sys, threading, time\nsys.stdin.readline()\nprint('ready', flush=True)\n"
COMPUTES = (
    READY
    + """
sys.stdin.readline()
until = time.process_time() + 0.07
while time.process_time() < until: pass
print("done", flush=True)
"""
)
SLEEPS = READY + "time.sleep(1000)\n"
WANTS = (
    READY
    + """
def spin():
    while True: pass
threading.Thread(target=time.sleep, args=(1000,)).start()
threading.Thread(target=spin).start()
time.sleep(1000)
"""
)
"""One of its threads does."""


@pytest.fixture(params=sorted(MODES))
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """Each backend in turn, looked at as a worker does before its first match."""
    if request.param == "docker":
        request.getfixturevalue("bot_images")
    made = MODES[request.param]()
    assert made.check().usable
    yield made
    if close := getattr(made, "close", None):
        close()


@contextmanager
def caged(sandbox: Sandbox, source: str) -> Iterator[tuple[Session, SessionSeat]]:
    """A program that is ready."""
    with scratch_folder() as root:
        (root / "main.py").write_text(source)
        launch = Launch(root, ("{python}", "{bot}/main.py"), "python")
        session = sandbox.prepare(launch, LIMITS, 0)
        seat = SessionSeat(session)
        try:
            seat.ask(b"start\n", start_budget(LIMITS))
            yield session, seat
        finally:
            seat.end(None)


def test_a_crowd_never_costs_a_bot_that_computes_its_match(sandbox: Sandbox) -> None:
    with caged(sandbox, COMPUTES) as (_, seat), crowded(LOOPS):
        answer = seat.ask(b"work\n", SHORT)
    assert answer.line == b"done"


def lost_s(session: Session) -> tuple[float, float, float]:
    """A wait in vain: how long it was, what the host lost of it, and what by oversleep alone."""
    session.thaw()
    session.send(b"work\n", time.monotonic() + 60)
    since = time.monotonic()
    while time.monotonic() < since + 0.3:
        with pytest.raises(TimeoutError):
            session.recv(time.monotonic() + 0.05)
    lost, late = session.lost_s(since), sentinel(os.getpid()).lost_s(since)
    return time.monotonic() - since, lost, late


def test_only_who_wants_a_processor_is_crowded_out(sandbox: Sandbox) -> None:
    with caged(sandbox, SLEEPS) as (sleeper, _), caged(sandbox, WANTS) as (wanting, _):
        with crowded(LOOPS):
            slept_s, lost, late = lost_s(sleeper)
            assert lost < late + slept_s / 2
            used_ns = wanting.cpu_ns()
            wanted_s, lost, _ = lost_s(wanting)
            used_s = (wanting.cpu_ns() - used_ns) / 1e9
        assert lost + used_s > wanted_s / 2
