"""Every verdict, provoked by a real process; and what its owner reads."""

import os
import select
import sys
import time
from pathlib import Path

import pytest
from counting import counting

from scuffle.cage import Launch
from scuffle.chair import Chair
from scuffle.door import open_upload, unpack
from scuffle.jobs import STALLED_AGAIN
from scuffle.launch import program_launch
from scuffle.limits import Limits
from scuffle.local_sandbox import LocalSandbox
from scuffle.local_session import LocalSession
from scuffle.match import MatchRecord, play_match
from scuffle.seat import HostFault
from scuffle.session_seat import SessionSeat

LIMITS = Limits(
    start_ms=5000,
    start_wall_ms=5000,
    bank_ms=400,
    increment_ms=50,
    request_wall_ms=300,
    match_wall_ms=20_000,
    answer_kb=4,
)
QUICK_START = LIMITS.model_copy(update={"start_ms": 300, "start_wall_ms": 300})

GOOD = "def get_action(state):\n    return state['legal_actions'][0]\n"

NESTED = """\
nested = []
    for _ in range(100_000):
        nested = [nested]
    return nested"""

PROGRAM = """\
import json, os, signal, sys, time

def say(answer):
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)

def good(message):
    say({"type": "ready"} if message["type"] == "start" else message["state"]["legal_actions"][0])

def bad(message):
    BAD

for number, line in enumerate(sys.stdin):
    message = json.loads(line)
    if message["type"] == "end":
        break
    (bad if number == AT else good)(message)
"""


def program(bad: str, at: int = 2) -> str:
    """A program that does ``bad`` at its request ``at``; 0 is the start."""
    return PROGRAM.replace("BAD", bad).replace("AT", str(at))


def function(body: str) -> str:
    return f"def get_action(state, api):\n    {body}\n"


def seat(source: str, folder: Path, limits: Limits, name: str = "main.py") -> SessionSeat:
    upload = open_upload(name, source.encode())
    folder.mkdir()
    unpack(upload.archive, folder)
    session = LocalSandbox().prepare(program_launch(upload.program, folder), limits, 0)
    return SessionSeat(session)


def play(
    source: str, tmp_path: Path, limits: Limits = LIMITS, name: str = "main.py"
) -> MatchRecord:
    seats = [seat(source, tmp_path / "one", limits, name), seat(GOOD, tmp_path / "two", LIMITS)]
    return play_match(counting(12), 2, seats, "seed", limits)


FAULTS = [
    ("raises on import", "import nothing_of_that_name\n" + GOOD, "no-start", "code 1"),
    ("syntax at run time", "exec('def')\n" + GOOD, "no-start", "SyntaxError"),
    ("raises in setup", GOOD + "def setup(api):\n    1 / 0\n", "no-start", "ZeroDivisionError"),
    ("exits at once", program("sys.exit(0)", 0), "no-start", "code 0"),
    ("killed at start", program("os.kill(os.getpid(), 9)", 0), "no-start", "SIGKILL"),
    ("not ready", program("say({'type': 'go'})", 0), "malformed", "wanted"),
    ("raises", function("raise KeyError('row')"), "crash", "KeyError: 'row'"),
    ("exits quietly", program("sys.exit(0)"), "crash", "exited with code 0"),
    ("exits with 3", program("print('so long', file=sys.stderr); sys.exit(3)"), "crash", "so long"),
    ("segfault", program("os.kill(os.getpid(), signal.SIGSEGV)"), "crash", "SIGSEGV"),
    ("kills itself", program("say(''); os.kill(os.getpid(), 9)"), "crash", "SIGKILL"),
    ("closes stdout", program("os.close(1); time.sleep(60)"), "timeout", "slept"),
    ("answers and exits", program("good(message); sys.exit(0)"), "crash", "code 0"),
    ("spins", function("while True: pass"), "timeout", "CPU time"),
    ("sleeps", program("time.sleep(60)"), "timeout", "slept"),
    ("never answers", program("pass"), "timeout", "slept"),
    ("flood without newline", program("while True: sys.stdout.write('x' * 65536)"), "output", "kB"),
    ("flood of lines", program("while True: print('x' * 4000)"), "malformed", "wanted"),
    ("flood of empty lines", program("while True: print('\\n' * 60000)"), "output", "MB"),
    ("long line", program("say('x' * 5000)"), "output", "4 kB"),
    ("empty object", program("say('{}')"), "malformed", "missing"),
    ("null", program("say('null')"), "malformed", "returned nothing"),
    ("nothing returned", function("return None"), "malformed", "returned nothing"),
    ("a set returned", function("return {1}"), "malformed", "Found a set: the bot returned"),
    ("a tuple for a key", function("return {(1, 2): 3}"), "malformed", "a key that is no text"),
    ("a number too long", function("return 10 ** 5000"), "malformed", "Found an int: the"),
    ("too deep a list", function(NESTED), "malformed", "a list that nests too deep"),
    ("a NaN", program("say('{\"a\":NaN}')"), "malformed", "NaN"),
    ("deep", program("say('[' * 4000)"), "malformed", "deeper"),
    ("debug output", program("say('thinking'); good(message)"), "malformed", "stderr"),
    ("illegal", function("return {'action': 'add', 'params': {'number': 9}}"), "illegal", "9"),
    (
        "true for 1",
        function("return {'action': 'add', 'params': {'number': True}}"),
        "malformed",
        "",
    ),
]


@pytest.mark.parametrize(
    ("source", "verdict", "words"), [fault[1:] for fault in FAULTS], ids=[f[0] for f in FAULTS]
)
def test_a_bot_that_fails(source: str, verdict: str, words: str, tmp_path: Path) -> None:
    record = play(source, tmp_path)
    found = record.seats[0]
    assert found.verdict.verdict == verdict, found.detail
    assert words in found.detail
    assert len(found.detail) > 20
    assert found.log[-1].sent.startswith('{"type":')
    assert record.outcome is not None
    assert record.outcome.places == (2, 1)
    assert record.seats[1].verdict.verdict == "ok"


@pytest.mark.parametrize(
    ("body", "words"), [("while True: pass", "CPU time"), ("time.sleep(60)", "slept")]
)
def test_a_bot_that_is_not_ready_in_time(body: str, words: str, tmp_path: Path) -> None:
    record = play(program(body, 0), tmp_path, QUICK_START)
    assert record.seats[0].verdict.verdict == "start-timeout"
    assert words in record.seats[0].detail


def test_a_second_answer_is_refused_before_the_next_request(tmp_path: Path) -> None:
    twice = "say('\\n'.join([json.dumps(message['state']['legal_actions'][0])] * 2))"
    found = play(program(twice), tmp_path).seats[0]
    assert found.verdict.verdict == "malformed"
    assert "two answers to one request" in found.detail


FIRST = "return state['legal_actions'][0]"

WITH_CLASS = """\
from scuffle import Bot, run

class Mine(Bot):
    def get_action(self, state, api):
        return state["legal_actions"][0]

run(Mine)
"""

EXTRAS = "{**message['state']['legal_actions'][0], 'request': message['request'], 'log': 'hm'}"

HONEST = {
    "carriage returns": program("good(message)").replace("flush=True", "end='\\r\\n', flush=True"),
    "empty lines": program("say(''); good(message); say('')"),
    "byte order mark": program("sys.stdout.write('\\ufeff'); good(message)", 0),
    "trailing blanks": program("print('  ', end=''); good(message)"),
    "prints": "print('loading')\n" + function(f"print('x'); {FIRST}"),
    "writes below Python": "import os\n" + function(f"os.write(1, b'hi'); {FIRST}"),
    "reads stdin": "import sys\n" + function(f"sys.stdin.read(); {FIRST}"),
    "logs a lot": function(f"api.log('x' * 500_000); {FIRST}"),
    "one parameter": GOOD,
    "more with defaults": f"def get_action(state, api, depth=3, *rest):\n    {FIRST}\n",
    "a class and run": WITH_CLASS,
    "answers with extras": program(f"say({EXTRAS})"),
    "ignores the end": program("good(message)").replace("break", "time.sleep(60)"),
}


@pytest.mark.parametrize("source", HONEST.values(), ids=HONEST.keys())
def test_what_honest_bots_do_is_tolerated(source: str, tmp_path: Path) -> None:
    record = play(source, tmp_path)
    assert [found.detail for found in record.seats] == ["", ""]
    assert record.outcome is not None
    assert record.outcome.reason == "counted"


def test_the_log_holds_what_was_written_at_its_request(tmp_path: Path) -> None:
    body = "print('thinking', len(state['sums'])); return state['legal_actions'][0]"
    record = play("print('loading')\n" + function(body), tmp_path)
    log = record.seats[0].log
    assert log[0].stderr == "loading\n"
    assert all(entry.stderr == "thinking 2\n" for entry in log[1:-1])


def test_a_traceback_starts_in_the_bots_own_file(tmp_path: Path) -> None:
    record = play(function("return state['legal']"), tmp_path)
    log = record.seats[0].log[-1].stderr
    assert log.startswith("Traceback (most recent call last):\n")
    assert "main.py" in log.splitlines()[1]
    assert "scuffle" not in log.replace(str(tmp_path), "")


def test_neighbours_and_data_of_a_bot_are_found(tmp_path: Path) -> None:
    folder = tmp_path / "a bot, mit Ümläuten"
    folder.mkdir()
    (folder / "helper.py").write_text("def first(state): return state['legal_actions'][0]")
    (folder / "data.txt").write_text("42")
    (folder / "main.py").write_text(
        "import helper\n\ndef get_action(state):\n"
        "    assert open('data.txt').read() == '42'\n    return helper.first(state)\n"
    )
    upload = open_upload("main.py", (folder / "main.py").read_bytes())
    launch = program_launch(upload.program, folder)
    sandbox = LocalSandbox()
    seats = [SessionSeat(sandbox.prepare(launch, LIMITS, 0)) for _ in range(2)]
    record = play_match(counting(9), 2, seats, "seed", LIMITS)
    assert [found.detail for found in record.seats] == ["", ""]


def test_a_tool_that_is_not_installed_is_not_the_bots_fault(tmp_path: Path) -> None:
    launch = Launch(tmp_path, ("no-such-tool-anywhere",), "python")
    with pytest.raises(HostFault, match="no-such-tool-anywhere is not installed"):
        LocalSandbox().prepare(launch, LIMITS, 0)


def test_a_start_command_that_does_not_exist_is(tmp_path: Path) -> None:
    session = LocalSandbox().prepare(Launch(tmp_path, ("./bot",), "c"), LIMITS, 0)
    seats = [SessionSeat(session), seat(GOOD, tmp_path / "two", LIMITS)]
    record = play_match(counting(9), 2, seats, "seed", LIMITS)
    assert record.seats[0].verdict.verdict == "no-start"
    assert record.seats[0].exit_code == 127
    assert "could not be started: ./bot is not there" in record.seats[0].detail


class Starved(LocalSession):
    """A process on a host that kept it from running."""

    def lost_s(self, since: float) -> float:
        return (time.monotonic() - since) / 2


def test_waiting_on_a_starved_host_voids_the_match(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(program("time.sleep(60)"))
    launch = Launch(tmp_path, (sys.executable, "main.py"), "python")
    seats = [
        SessionSeat(Starved(list(launch.argv), launch, LIMITS)),
        seat(GOOD, tmp_path / "two", LIMITS),
    ]
    with pytest.raises(HostFault, match="too busy") as raised:
        play_match(counting(12), 2, seats, "seed", LIMITS)
    assert raised.value.evidence["waited_ms"] > 2 * LIMITS.request_wall_ms
    assert raised.value.partial is not None
    assert len(raised.value.partial.steps) == 3


def test_children_of_a_bot_do_not_survive(tmp_path: Path) -> None:
    source = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(child.pid)\n" + GOOD
    )
    record = play(source, tmp_path)
    assert is_gone(int(record.seats[0].log[0].stderr))


def is_gone(pid: int) -> bool:
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    gone, _, _ = select.select([handle], [], [], 10)
    os.close(handle)
    return bool(gone)


def test_cpu_time_of_the_start_is_charged(tmp_path: Path) -> None:
    record = play("sum(range(3_000_000))\n" + GOOD, tmp_path)
    start = record.seats[0].log[0]
    assert start.cpu_us > 5_000 or sys.platform != "linux"


def starved(text: str, folder: Path) -> SessionSeat:
    """A seat whose host is busy, and whose grace is used up."""
    (folder / "main.py").write_text(text)
    launch = Launch(folder, (sys.executable, "main.py"), "python")
    return SessionSeat(Starved(list(launch.argv), launch, LIMITS), spent=True)


def test_three_play_on_without_a_seat_whose_grace_is_spent(tmp_path: Path) -> None:
    seats = [
        starved(program("time.sleep(60)"), tmp_path),
        seat(GOOD, tmp_path / "two", LIMITS),
        seat(GOOD, tmp_path / "three", LIMITS),
    ]
    record = play_match(counting(12), 3, seats, "seed", LIMITS)
    assert [one.verdict.verdict for one in record.seats] == ["timeout", "ok", "ok"]
    assert record.seats[0].detail == STALLED_AGAIN
    assert record.outcome is not None


def test_a_start_that_stalls_without_grace_is_a_start_timeout(tmp_path: Path) -> None:
    chair = Chair(starved("import time; time.sleep(60)", tmp_path), counting(12), QUICK_START)
    chair.start(b"{}\n")
    assert chair.report().verdict.verdict == "start-timeout"
    assert chair.report().detail == STALLED_AGAIN
