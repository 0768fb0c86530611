"""The hostile corpus' own eyes: canaries and leftovers see what they should, headers are read."""

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hostile_arena import leftovers
from hostile_arena.arena import _require_empty_network
from hostile_arena.canaries import Canaries
from hostile_arena.leftovers import Leftovers
from hostile_arena.trick import Trick

from scuffle_sandbox.groups import FOLDER, ROOT
from scuffle_sandbox.places import cage_folder, slot_uids

UIDS = slot_uids(os.getpid() % 100)


@pytest.fixture
def canaries() -> Iterator[Canaries]:
    with closing(Canaries()) as each:
        yield each


def test_nothing_is_no_harm(canaries: Canaries) -> None:
    assert canaries.harm("a peaceful log") == []


def test_a_secret_in_a_log_is_harm(canaries: Canaries) -> None:
    told = canaries.told()
    assert canaries.harm(Path(told["file"]).read_text()) == ["the file's secret came out"]
    secret = os.environ[told["environment"]]
    assert canaries.harm(f"I found {secret}!") == ["the environment's secret came out"]


def test_a_changed_file_is_harm(canaries: Canaries) -> None:
    Path(canaries.told()["file"]).write_text("gone")
    assert canaries.harm("") == ["the secret file was changed"]


@pytest.mark.parametrize("name", ["tcp", "path", "abstract"])
def test_a_visitor_is_harm(canaries: Canaries, name: str) -> None:
    told = canaries.told()
    family = socket.AF_INET if name == "tcp" else socket.AF_UNIX
    places = {
        "tcp": ("127.0.0.1", told["port"]),
        "path": told["path_socket"],
        "abstract": f"\0{told['abstract_socket']}",
    }
    with socket.socket(family) as visitor:
        visitor.connect(places[name])
        assert canaries.harm("") == [f"somebody reached the {name} socket"]
    assert canaries.harm("") == []


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> Leftovers:
    monkeypatch.setattr(leftovers, "_PATIENCE_S", 0.0)
    return Leftovers(UIDS, None)


def test_nothing_is_left_at_first(left: Leftovers) -> None:
    assert left.found() == []


def test_an_open_descriptor_is_left(left: Leftovers) -> None:
    with open(os.devnull):
        assert left.found() == ["1 of the runner's descriptors"]


def test_a_scratch_folder_is_left(left: Leftovers) -> None:
    folder = cage_folder() / f"job-{os.getpid()}-forgotten"
    folder.mkdir()
    try:
        assert left.found() == [f"file {folder}"]
    finally:
        folder.rmdir()


@pytest.mark.skipif(os.geteuid() != 0, reason="beyond this host: only root has users to give")
def test_a_slots_process_and_file_are_left(left: Leftovers, tmp_path: Path) -> None:
    file = Path(f"/tmp/scuffle-forgotten-{os.getpid()}")
    file.touch()
    os.chown(file, UIDS[1], UIDS[1])
    command = ("sleep", "1000")
    sleeper = subprocess.Popen(command, user=UIDS[2], group=UIDS[2], extra_groups=[], cwd="/")
    try:
        found = left.found()
        assert f"process {sleeper.pid}" in found
        assert f"file {file}" in found
    finally:
        sleeper.kill()
        sleeper.wait()
        file.unlink()


def test_a_control_group_is_left(left: Leftovers) -> None:
    parents = [*ROOT.glob(f"*/{FOLDER}"), *ROOT.glob(FOLDER)]
    if not parents or not os.access(parents[0], os.W_OK):
        pytest.skip("beyond this host: no control group that this user may use")
    group = parents[0] / f"{os.getpid()}-forgotten"
    group.mkdir()
    try:
        assert left.found() == [f"control group {group}"]
    finally:
        group.rmdir()


def test_the_hosts_own_network_is_told_from_an_empty_one() -> None:
    with pytest.raises(AssertionError):
        _require_empty_network(os.getpid())


def test_a_header_is_read_for_each_mode(tmp_path: Path) -> None:
    file = tmp_path / "trick.py"
    file.write_text(
        "# expect: memory or timeout; no-cgroup: crash\n"
        "# says: more memory; no-cgroup: refused: EPERM\n"
        "# limits: bank_ms=500\n"
        '"""A trick."""\n'
        "# expect: never read\n"
    )
    trick = Trick(file)
    assert trick.verdicts("bubblewrap") == trick.verdicts("docker") == ("memory", "timeout")
    assert trick.verdicts("no-cgroup") == trick.verdicts("ordinary") == ("crash",)
    assert trick.sayings("ordinary") == ["refused: EPERM"]
    assert trick.limits.bank_ms == 500
    assert trick.matches == 1
    assert not trick.both_seats
