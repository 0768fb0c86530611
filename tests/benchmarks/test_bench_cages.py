"""What a cage costs, as ratios to the same program as a plain process, measured in turn.

The start of a cage is held against two plain processes on the same Python, spoken to over bare
pipes: one with the flags that a cage gives Python, which is what bubblewrap's target means here,
and one started by hand (``python3 bot.py``), which is what Docker's means. The targets of teardown
are milliseconds; they are counted in starts by hand of the same run (16.6 ms where they were set),
since a host where Python starts twice as slowly also kills twice as slowly.

A turn is held against a plain process spoken to through the same kind of session, all on one core.
The target means the way through the cage; what a match adds, thawing before and freezing after each
request, is told beside it.
"""

import contextlib
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread

import pytest
from benchmarks.caged import (
    CAGE_FLAGS,
    CAGES,
    LINE,
    Pit,
    ask,
    ask_bare,
    bare_reply_ms,
    first_reply_ms,
)
from benchmarks.measuring import in_turn

from scuffle.cage import Session
from scuffle.seat import BotFault, Budget
from scuffle.session_seat import SessionSeat
from scuffle_sandbox.places import scratch_folder

Note = Callable[[str, float, float, str], float]

MODES = sorted(CAGES)
BUBBLEWRAP = ["bubblewrap", "bubblewrap-plain"]
STARTS = {"bubblewrap": 30, "bubblewrap-plain": 30, "docker": 12}
TURNS = 150
BUDGET = Budget(10**13, 10**13, 10**13)
NOMINAL_START_MS = 16.6
"""``python3 bot.py`` to the first reply where the targets were set."""

FIRST_REPLY = 2.0
DOCKER_FIRST_REPLY = 8.0
"""Times a start by hand, or of the nominal one where Python starts quicker than that: a container's
own start is the engine's and the kernel's, and does not get quicker with it.
"""
TEARDOWN_MS = {"bubblewrap": 10.0, "bubblewrap-plain": 10.0, "docker": 150.0}
WORKER = Path(__file__).with_name("matches_worker.py")
MATCHES_S, ATTACK_S = 3.0, 2.0


@pytest.fixture
def pit(mode: str, request: pytest.FixtureRequest) -> Iterator[Pit]:
    """Cages of one kind."""
    if mode == "docker":
        request.getfixturevalue("bot_images")
    sandbox = CAGES[mode]()
    if mode == "bubblewrap" and sandbox.check().ladder_layer != "cgroup":
        pytest.skip("beyond this host: no control group that this user may use")
    assert sandbox.check().usable
    with scratch_folder() as folder:
        yield Pit(mode, sandbox, folder)
    if mode == "docker":
        sandbox.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("mode", MODES)
def test_start_to_first_reply_and_teardown(pit: Pit, note: Note) -> None:
    bare, by_hand, caged, teardown = [], [], [], []
    for _ in range(STARTS[pit.mode]):
        bare.append(bare_reply_ms(pit, *CAGE_FLAGS))
        by_hand.append(bare_reply_ms(pit))
        replied_ms, ended_ms = first_reply_ms(pit.caged)
        caged.append(replied_ms)
        teardown.append(ended_ms)
    reply, start = statistics.median(caged), statistics.median(by_hand)
    ratio = note(f"{pit.mode} first reply / same flags", reply, statistics.median(bare), "ms")
    plain = note(f"{pit.mode} first reply / python3 bot.py", reply, start, "ms")
    ended = note(f"{pit.mode} teardown / python3 bot.py", statistics.median(teardown), start, "ms")
    if pit.mode == "docker":
        assert plain <= DOCKER_FIRST_REPLY * max(1.0, NOMINAL_START_MS / start)
    else:
        assert ratio <= FIRST_REPLY
    assert ended <= TEARDOWN_MS[pit.mode] / NOMINAL_START_MS


def turn_us(turn: Callable[[], object]) -> float:
    times = []
    for _ in range(TURNS):
        started = time.perf_counter()
        turn()
        times.append(time.perf_counter() - started)
    return statistics.median(times) * 1e6


def seat_of(session: Session, line: bytes = LINE) -> Callable[[], object]:
    """A turn as in a match: thaw, ask, freeze, read the clock and the log."""
    seat = SessionSeat(session)
    return lambda: seat.ask(line, BUDGET)


def move_to(core: int, session: Session) -> None:
    """Put what runs in a container, which inherits nothing of ours, onto the core."""
    pid = getattr(session._cage, "_pid", 0)  # type: ignore[attr-defined]
    if pid:
        for each in (pid, *children(pid)):
            os.sched_setaffinity(each, {core})


def children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.parametrize("mode", MODES)
def test_turn(pit: Pit, note: Note, one_core: int) -> None:
    with ExitStack() as stack:
        bare = stack.enter_context(pit.bare(*CAGE_FLAGS))
        sessions = [pit.caged(), pit.caged(), pit.plain(), pit.plain()]
        for session in sessions:
            stack.callback(session.close)
            ask(session)
        for session in sessions[:2]:
            move_to(one_core, session)
        plain, caged = sessions[2], sessions[0]
        ratio = turn_ratio(f"{pit.mode} turn / plain process", caged, plain, note)
        pipes = in_turn(
            lambda: turn_us(lambda: ask(caged)), lambda: turn_us(lambda: ask_bare(bare))
        )
        note(f"{pit.mode} turn / bare pipes", *pipes, "us")
        frozen, waiting = seat_of(sessions[1]), seat_of(sessions[3])
        as_played = in_turn(lambda: turn_us(frozen), lambda: turn_us(waiting))
        note(f"{pit.mode} turn as in a match / plain process", *as_played, "us")
    if pit.mode != "docker":
        assert ratio <= 1.2


def turn_ratio(what: str, ours: Session, theirs: Session, note: Note) -> float:
    pair = in_turn(lambda: turn_us(lambda: ask(ours)), lambda: turn_us(lambda: ask(theirs)))
    return note(what, *pair, "us")


def matches_a_minute(mode: str) -> float:
    """Two workers at once, each in a slot of its own."""
    pipe = subprocess.PIPE
    with ExitStack() as stack:
        workers = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, WORKER, mode, str(slot), str(MATCHES_S)],
                    stdin=pipe,
                    stdout=pipe,
                    text=True,
                )
            )
            for slot in range(2)
        ]
        for worker in workers:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "ready\n"
        for worker in workers:
            assert worker.stdin is not None
            worker.stdin.write("go\n")
            worker.stdin.flush()
        return sum(float(worker.communicate(timeout=120)[0]) for worker in workers)


@pytest.mark.parametrize("mode", MODES)
def test_matches_a_minute(pit: Pit, note: Note) -> None:
    rounds = 1 if pit.mode == "docker" else 3
    ours, theirs = in_turn(
        lambda: matches_a_minute(pit.mode), lambda: matches_a_minute("none"), rounds
    )
    ratio = note(f"{pit.mode} matches of 60 rounds / plain processes", ours, theirs, "a minute")
    if pit.mode != "docker":
        assert ratio >= 0.5


HOSTILE = {
    "flood": "import os\nos.read(0, 9)\nwhile True: os.write(1, b'x' * 65536)\n",
    "endless lines": "import os\nos.read(0, 9)\nwhile True: os.write(1, b'x\\n' * 30000)\n",
    "50 MB line": "import os\nos.read(0, 9)\nos.write(1, b'x' * (50 << 20))\nos.read(0, 9)\n",
    "endless log": "import os\nos.read(0, 9)\nwhile True: os.write(2, b'x\\n' * 30000)\n",
    "forks": "import os\nos.read(0, 9)\nwhile True:\n try: os.fork()\n except OSError: pass\n",
}
SHORT = Budget(10**9, 10**9, 10**9)
AT_ONCE_MS = 50.0
BRIEF = b'{"type":"act"}\n'
"""Short, so that all the answers of two quick seconds stay below what one match may write."""
ROOM_KB = 8192
"""What one match may write to stdout."""


def provoke(pit: Pit, source: str, until: Event) -> None:
    """Play the hostile bot over and over, each time until it fails."""
    while not until.is_set():
        fail_once(pit, source)


def fail_once(pit: Pit, source: str) -> None:
    seat = SessionSeat(pit.caged(source))
    with contextlib.suppress(BotFault):
        while True:
            seat.ask(LINE, SHORT)
    seat.end(None)


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("mode", MODES)
def test_the_opponent_of_a_hostile_bot_answers_at_once(pit: Pit, what: str, note: Note) -> None:
    """It is asked over and over while hostile cages are made, run, read and killed beside it.

    On a host too busy for that even a plain process beside it takes its time: twice that is fair.
    """
    sessions, until = (pit.caged(), pit.plain()), Event()
    turns = [seat_of(session, BRIEF) for session in sessions]
    attack = Thread(target=provoke, args=(pit, HOSTILE[what], until))
    attack.start()
    times: list[list[float]] = [[], []]
    ends = time.monotonic() + ATTACK_S
    while time.monotonic() < ends:
        for turn, taken in zip(turns, times, strict=True):
            started = time.perf_counter()
            turn()
            taken.append((time.perf_counter() - started) * 1e3)
    until.set()
    attack.join()
    for session in sessions:
        session.close()
    caged, plain = (statistics.quantiles(taken[1:], n=100)[-1] for taken in times)
    note(f"{pit.mode} turn beside {what}, 99 % / plain process", caged, plain, "ms")
    assert caged <= max(AT_ONCE_MS, 2 * plain)


def peak_growth_kb(act: Callable[[], object]) -> int:
    """By how much this process was larger meanwhile than before."""
    Path("/proc/self/clear_refs").write_text("5")
    before = memory_kb("VmHWM")
    act()
    return memory_kb("VmHWM") - before


def memory_kb(name: str) -> int:
    status = Path("/proc/self/status").read_text()
    return int(status.partition(f"{name}:")[2].split()[0])


@pytest.mark.parametrize("what", ["flood", "endless lines", "50 MB line", "endless log"])
@pytest.mark.parametrize("mode", MODES)
def test_the_runner_does_not_grow(pit: Pit, what: str, note: Note) -> None:
    fail_once(pit, HOSTILE[what])
    grown = peak_growth_kb(lambda: fail_once(pit, HOSTILE[what]))
    assert note(f"{pit.mode} growth of the runner under {what}", grown, ROOM_KB, "KB") <= 1
