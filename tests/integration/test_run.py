"""``./run`` as a person starts it: everything comes up, plays, stops, and comes up again."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from running_site import STOP_LIMIT_S, Running, parents, start, using

from scuffle_platform.supervisor.waiting import wait_until

ROOT = Path(__file__).resolve().parents[2]
MATCH_LIMIT_S = 180


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


def _finished(site: Running) -> list[dict[str, Any]]:
    return site.items("/api/v1/matches?kind=ladder&status=finished")


def _leaders_have_played(site: Running) -> bool:
    return any(row["games"] for row in site.items("/api/v1/games/virus-war/leaderboard"))


def test_a_site_comes_up_plays_stops_and_comes_up_again(data: Path, busy_port: int) -> None:
    site = start(data, busy_port)
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
        wait_until(lambda: not everything & parents().keys(), STOP_LIMIT_S, "all have ended")
        assert using(data) == set()
    finally:
        site.kill()

    again = start(data, busy_port)
    try:
        kept = json.loads(again.get(f"/api/v1/matches/{min(before)}"))
        assert kept["status"] == "finished"
        everything = again.tree()
        assert len(everything) > 5
    finally:
        again.kill()
    wait_until(
        lambda: not (everything | using(data)) & parents().keys(),
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
