"""The supervisor: parts, restarts, the data folder's lock, ports, last words."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scuffle.queue_address import LONGEST, socket_path
from scuffle_platform.supervisor.address import free_port, lan_addresses
from scuffle_platform.supervisor.datafolder import DataFolder, InUse
from scuffle_platform.supervisor.part import DEATHS, WITHIN_S, Part, Plan
from scuffle_platform.supervisor.plans import worker
from scuffle_platform.supervisor.sockets import make_private
from scuffle_platform.supervisor.waiting import wait_until
from scuffle_platform.supervisor.welcome import url_of, welcome

PYTHON = sys.executable


def _gone(pid: int) -> bool:
    """Whether a process has ended; a zombie has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def _end(part: Part, now: float) -> None:
    wait_until(lambda: part.died(now), 20, "the part ends")


def test_a_part_writes_its_log_and_is_restarted(tmp_path: Path) -> None:
    part = Part(Plan("echo", ("echo", "hello")), tmp_path, dict(os.environ))
    part.start()
    _end(part, 100.0)
    assert part.last_lines() == ["hello"]
    assert not part.left_down
    assert part.restart_at == 100.5


def test_a_part_that_dies_five_times_in_a_minute_is_left_down(tmp_path: Path) -> None:
    part = Part(Plan("false", ("false",)), tmp_path, dict(os.environ))
    for death in range(DEATHS):
        assert not part.left_down
        part.start()
        _end(part, death * WITHIN_S / DEATHS)
    assert part.left_down
    assert part.restart_at is None


def test_a_part_that_dies_now_and_then_is_kept_up(tmp_path: Path) -> None:
    part = Part(Plan("false", ("false",)), tmp_path, dict(os.environ))
    for death in range(2 * DEATHS):
        part.start()
        _end(part, death * WITHIN_S)
    assert not part.left_down


def test_a_part_that_runs_once_is_not_started_again(tmp_path: Path) -> None:
    part = Part(Plan("once", ("false",), once=True), tmp_path, dict(os.environ))
    part.start()
    wait_until(lambda: not part.running, 20, "the part ends")
    assert not part.died(1.0)
    assert (part.left_down, part.restart_at) == (False, None)


def test_a_part_learns_what_its_plan_says(tmp_path: Path) -> None:
    script = "import os; print(os.environ.get('SECRET'), os.environ['MORE'])"
    plan = Plan("env", (PYTHON, "-c", script), env={"SECRET": None, "MORE": "yes"})
    part = Part(plan, tmp_path, {**os.environ, "SECRET": "s"})
    part.start()
    _end(part, 0.0)
    assert part.last_lines() == ["None yes"]


def test_killing_a_part_kills_what_it_started(tmp_path: Path) -> None:
    script = "sleep 1000 & echo $!; wait"
    part = Part(Plan("tree", ("sh", "-c", script)), tmp_path, dict(os.environ))
    part.start()
    wait_until(part.last_lines, 20, "the child's number is printed")
    child = int(part.last_lines()[0])
    part.kill()
    wait_until(lambda: _gone(child), 20, "the child is gone")
    assert not part.running


def test_a_killed_parent_takes_its_parts_along(tmp_path: Path) -> None:
    script = f"""
import os, pathlib, signal
from scuffle_platform.supervisor.part import Part, Plan
part = Part(Plan("sleep", ("sleep", "1000")), pathlib.Path({str(tmp_path)!r}), dict(os.environ))
part.start()
print(part._process.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run((PYTHON, "-c", script), capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL
    wait_until(lambda: _gone(int(done.stdout)), 20, "the sleeper is gone")


KEEPER_SCRIPT = """
import os, pathlib, sys
from scuffle_platform.supervisor.keeper import Keeper, Stopped
from scuffle_platform.supervisor.part import Plan

def say(text):
    print(text, flush=True)

keeper = Keeper(pathlib.Path(sys.argv[1]), dict(os.environ), say)
try:
    keeper.start(Plan("first", ("sh", "-c", "trap 'echo first >> order; exit' TERM; "
                                            "echo up > ready; while :; do sleep 0.05; done")))
    keeper.start(Plan("second", ("sh", "-c", "trap 'echo second >> order; exit' TERM; "
                                             "while :; do sleep 0.05; done")))
    keeper.start(Plan("broken", ("sh", "-c", "echo no such setting; exit 3")))
    keeper.keep()
except Stopped:
    keeper.stop()
    say("clean")
"""


def test_the_keeper_gives_up_on_the_broken_and_stops_in_reverse_order(tmp_path: Path) -> None:
    keeper = subprocess.Popen(
        (PYTHON, "-c", KEEPER_SCRIPT, str(tmp_path)),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert keeper.stdout is not None
    said = ""
    while "left down" not in said:
        line = keeper.stdout.readline()
        assert line, said
        said += line
    said += keeper.stdout.readline() + keeper.stdout.readline()
    assert "no such setting" in said
    wait_until((tmp_path / "ready").exists, 20, "the first part is up")
    keeper.send_signal(signal.SIGINT)
    rest, _ = keeper.communicate(timeout=60)
    assert rest.endswith("clean\n")
    assert (tmp_path / "order").read_text().split() == ["second", "first"]
    assert keeper.returncode == 0


def test_the_data_folder_is_used_by_one_at_a_time(tmp_path: Path) -> None:
    with DataFolder(tmp_path / "data"):
        with (
            pytest.raises(InUse, match=f"process {os.getpid()}.*--data"),
            DataFolder(tmp_path / "data"),
        ):
            pass
        with DataFolder(tmp_path / "other"):
            pass
    with DataFolder(tmp_path / "data") as again:
        assert again.path.stat().st_mode & 0o077 == 0


def test_the_socket_lies_in_the_data_folder_or_where_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = Path("/srv/scuffle")
    assert socket_path(short) == short / "valkey.sock"
    deep = tmp_path / ("d" * 120)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/7")
    assert socket_path(deep).parent == Path("/run/user/7")
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert len(os.fsencode(socket_path(deep))) <= LONGEST
    assert socket_path(deep) == socket_path(deep)
    assert socket_path(deep) != socket_path(tmp_path / ("e" * 120))


def test_a_private_folder_that_others_can_open_is_refused(tmp_path: Path) -> None:
    make_private(tmp_path / "mine")
    make_private(tmp_path / "mine")
    (tmp_path / "open").mkdir(mode=0o755)
    with pytest.raises(PermissionError, match="belongs to you alone"):
        make_private(tmp_path / "open")


def test_a_busy_port_gives_way_to_the_next_free_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        busy = taken.getsockname()[1]
        assert free_port("127.0.0.1", busy) > busy


def test_an_address_of_another_machine_is_an_error() -> None:
    with pytest.raises(OSError, match="no address of this machine"):
        free_port("192.0.2.1", 8000)


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8001"),
        ("0.0.0.0", "http://127.0.0.1:8001"),
        ("::1", "http://[::1]:8001"),
    ],
)
def test_the_url_is_one_that_this_machine_can_open(host: str, url: str) -> None:
    assert url_of(host, 8001) == url
    assert f"running: {url}" in welcome(host, 8001)


def test_the_last_words_warn_once_and_only_where_others_can_come_in() -> None:
    assert "Warning" not in welcome("127.0.0.1", 8000)
    everywhere = welcome("0.0.0.0", 8000)
    assert everywhere.count("Warning") == 1
    for address in lan_addresses():
        assert f"http://{address}:8000" in everywhere
    assert everywhere.splitlines()[-3].startswith("Scuffle is running")


def test_the_last_words_name_a_data_folder_that_the_command_line_would_not_find() -> None:
    assert ", or ./run scuffle admin" in welcome("127.0.0.1", 8000)
    elsewhere = welcome("127.0.0.1", 8000, Path("/srv/my club"))
    assert "SCUFFLE_DATA='/srv/my club' ./run scuffle admin" in elsewhere


def test_of_two_workers_or_more_one_takes_only_checks() -> None:
    def queues(slot: int, workers: int) -> str:
        argv = worker(slot, workers, "auto").argv
        return argv[argv.index("--queues") + 1]

    assert queues(0, 1) == "checks,matches"
    assert [queues(slot, 3) for slot in range(3)] == ["checks,matches", "checks", "checks,matches"]
    assert worker(0, 1, "auto").env["SCUFFLE_DATABASE_URL"] is None


def test_waiting_ends_with_the_sentence() -> None:
    started = time.monotonic()
    with pytest.raises(TimeoutError, match="the moon is full"):
        wait_until(lambda: False, 0.01, "the moon is full")
    assert time.monotonic() - started < 30
