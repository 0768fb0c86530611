"""``./run`` as a person starts it: everything comes up, plays, stops, and comes up again."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scuffle_platform.supervisor.waiting import wait_until

ROOT = Path(__file__).resolve().parents[2]
START_LIMIT_S, MATCH_LIMIT_S, STOP_LIMIT_S = 180, 180, 60


@dataclass
class Running:
    """A started ``./run``: its process, and all that it printed until the last line."""

    process: subprocess.Popen[str]
    said: list[str]

    @property
    def url(self) -> str:
        line = next(line for line in self.said if line.startswith("Scuffle is running"))
        return line.split()[-1]

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.url + path, timeout=30) as answer:
            assert answer.status == 200
            return bytes(answer.read())

    def items(self, path: str) -> list[dict[str, Any]]:
        return list(json.loads(self.get(path))["items"])

    def tree(self) -> set[int]:
        """The process and all that descend from it."""
        children: dict[int, set[int]] = {}
        for pid, parent in _parents().items():
            children.setdefault(parent, set()).add(pid)
        found, new = set(), {self.process.pid}
        while new:
            found |= new
            new = set().union(*(children.get(pid, set()) for pid in new)) - found
        return found

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(STOP_LIMIT_S)
        if self.process.stdout is not None:
            self.process.stdout.close()


def _parents() -> dict[int, int]:
    """Every process of this host that is no zombie, with its parent."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                found[int(stat.parent.name)] = int(parent)
    return found


def _using(data: Path) -> set[int]:
    """The living processes that were told of this data folder."""
    mark, found = f"SCUFFLE_DATA={data}".encode(), set()
    for pid in _parents():
        with suppress(OSError):
            if mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                found.add(pid)
    return found


@pytest.fixture
def data(short_folder: Path) -> Path:
    """A data folder of this test's own, not yet made."""
    return short_folder / "run-data"


@pytest.fixture
def busy_port() -> Iterator[int]:
    """A port on which somebody else listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def _start(data: Path, port: int) -> Running:
    command = (sys.executable, str(ROOT / "run"), "--data", str(data), "--port", str(port))
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=data.parent
    )
    assert process.stdout is not None
    said: list[str] = []
    for line in process.stdout:
        said.append(line.rstrip())
        if line.startswith("Stop everything"):
            return Running(process, said)
    pytest.fail("./run ended before it said its last words:\n" + "\n".join(said))


def _finished(site: Running) -> list[dict[str, Any]]:
    return site.items("/api/v1/matches?kind=ladder&status=finished")


def _leaders_have_played(site: Running) -> bool:
    return any(row["games"] for row in site.items("/api/v1/games/virus-war/leaderboard"))


def test_a_site_comes_up_plays_stops_and_comes_up_again(data: Path, busy_port: int) -> None:
    site = _start(data, busy_port)
    try:
        assert f"Port {busy_port} is busy" in "\n".join(site.said)
        assert "admin user create" in "\n".join(site.said[-3:])
        assert b"Scuffle" in site.get("/")
        wait_until(lambda: _finished(site), MATCH_LIMIT_S, "a ladder match finishes", 0.5)
        wait_until(lambda: _leaders_have_played(site), MATCH_LIMIT_S, "the ladder moves", 0.5)
        before = {match["id"] for match in _finished(site)}
        everything = site.tree()
        site.process.send_signal(signal.SIGINT)
        assert site.process.wait(STOP_LIMIT_S) == 0
        wait_until(lambda: not everything & _parents().keys(), STOP_LIMIT_S, "all have ended")
        assert _using(data) == set()
    finally:
        site.kill()

    again = _start(data, busy_port)
    try:
        kept = json.loads(again.get(f"/api/v1/matches/{min(before)}"))
        assert kept["status"] == "finished"
        everything = again.tree()
        assert len(everything) > 5
    finally:
        again.kill()
    wait_until(
        lambda: not (everything | _using(data)) & _parents().keys(),
        STOP_LIMIT_S,
        "a killed site leaves no process",
    )
    assert os.path.exists(data / "scuffle.db")


def test_a_second_run_on_the_same_folder_is_refused(data: Path) -> None:
    from scuffle_platform.supervisor.datafolder import DataFolder

    with DataFolder(data):
        second = subprocess.run(
            (sys.executable, str(ROOT / "run"), "--data", str(data)),
            capture_output=True,
            text=True,
            check=False,
        )
    assert second.returncode == 1
    assert "another Scuffle" in second.stderr
    assert "Traceback" not in second.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("dance",), "unknown command 'dance'"),
        (("--workers", "-3"), "--workers -3"),
        (("--port", "99999"), "--port 99999"),
        (("--host", "192.0.2.1"), "192.0.2.1 is no address of this machine"),
        (("--host", "no.invalid"), "no.invalid is no address of this machine: leave --host away"),
        (("--data", __file__), "cannot be the data folder (File exists): give one"),
    ],
)
def test_a_wrong_flag_gets_a_sentence(
    arguments: tuple[str, ...], sentence: str, data: Path
) -> None:
    wrong = subprocess.run(
        (sys.executable, str(ROOT / "run"), *arguments),
        env={**os.environ, "SCUFFLE_DATA": str(data)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert wrong.returncode in (1, 2)
    assert sentence in wrong.stderr
    assert "Traceback" not in wrong.stderr
