"""How cages are started: as another user from one thread, and born in their control group."""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scuffle.limits import Limits
from scuffle_sandbox.groups_v1 import GroupsV1
from scuffle_sandbox.spawner import spawn
from scuffle_sandbox.thread_user import acting_as

STRANGER = 59_007


def status_of_child() -> dict[str, list[str]]:
    """What a process started by this thread is, as the kernel tells it."""
    told = subprocess.run(["/bin/cat", "/proc/self/status"], capture_output=True, check=True)
    lines = (line.partition(":") for line in told.stdout.decode().splitlines())
    return {name: value.split() for name, _, value in lines}


@pytest.fixture
def as_root() -> None:
    if os.geteuid() != 0:
        pytest.skip("beyond this host: only root may become another user")


def test_what_a_thread_starts_is_the_other_user_and_has_no_way_back(as_root):
    with acting_as(STRANGER):
        child = status_of_child()
    assert child["Uid"] == child["Gid"] == [str(STRANGER)] * 4
    assert child["Groups"] == []
    assert {child[name][0].strip("0") for name in ("CapPrm", "CapEff", "CapAmb")} == {""}


def test_only_that_thread_acts_and_only_meanwhile(as_root):
    before = os.getresuid(), os.getresgid(), os.getgroups()
    with ThreadPoolExecutor(1) as bystander:
        bystander.submit(os.geteuid).result()  # it is there before, and takes after nobody
        with acting_as(STRANGER):
            assert os.geteuid() == STRANGER
            assert bystander.submit(os.geteuid).result() == before[0][1]
    assert (os.getresuid(), os.getresgid(), os.getgroups()) == before


def test_nobody_else_is_nothing_to_do():
    before = os.getresuid()
    with acting_as(None):
        assert os.getresuid() == before


@pytest.fixture
def groups(as_root) -> GroupsV1:
    found = GroupsV1()
    if not found.usable():
        pytest.skip("beyond this host: no control groups of version 1")
    return found


def test_a_process_is_born_in_its_group_and_its_starter_is_not(groups):
    group = groups.make(Limits())
    pipe = subprocess.PIPE
    try:
        command = ["/bin/sh", "-c", "cat /proc/self/cgroup"]
        process, inside = spawn(lambda: subprocess.Popen(command, stdout=pipe), None, group)
        told = process.communicate()[0].decode()
        assert inside
        hierarchies = {folder.resolve() for folder in group.folders.values()}
        assert told.count(f":/scuffle/{group.folders['cpu'].name}\n") == len(hierarchies)
        for folder in hierarchies:
            assert str(os.getpid()) not in (folder / "cgroup.procs").read_text().split()
    finally:
        group.close()
    assert not any(folder.exists() for folder in group.folders.values())


def test_one_group_stays_frozen(groups):
    ice = groups.parents["freezer"] / "ice" / "freezer.state"
    assert ice.read_text() == "FROZEN\n"
    assert Path(ice.parent / "cgroup.procs").read_text() == ""


def test_all_cages_together_weigh_as_much_as_the_cores(groups):
    weight = int((groups.parents["cpu"] / "cpu.shares").read_text())
    assert weight == 1024 * len(os.sched_getaffinity(0))
