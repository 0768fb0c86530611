"""Control groups version 2 on a hierarchy of the kernel's own, where this host has one mounted.

A host that runs version 1 often has version 2 beside it without controllers: enough for the clock,
the freezer and the kill, which need none.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scuffle_platform.supervisor.waiting import wait_until
from scuffle_sandbox.groups import figure
from scuffle_sandbox.groups_v2 import LEAF, GroupsV2, GroupV2

SPIN = "import os\nos.fork()\nwhile True: pass"


@pytest.fixture
def hierarchy() -> Path:
    """Where a hierarchy of version 2 is mounted that we may change."""
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, after = line.split(" - ")
        if after.split()[0] == "cgroup2" and os.access(before.split()[4], os.W_OK):
            return Path(before.split()[4])
    pytest.skip("beyond this host: no control groups of version 2 that this user may change")


@pytest.fixture
def folder(hierarchy: Path) -> Iterator[Path]:
    made = hierarchy / f"scuffle-test-{os.getpid()}"
    made.mkdir()
    yield made
    for each in sorted(made.rglob("*/"), reverse=True):
        each.rmdir()
    if made.exists():
        made.rmdir()


@pytest.fixture
def spinner() -> Iterator[subprocess.Popen[bytes]]:
    """Two processes that never stop by themselves, both in a session of their own."""
    with subprocess.Popen([sys.executable, "-c", "input();" + f"exec({SPIN!r})"], stdin=-1) as made:
        yield made
        made.kill()


def test_a_group_counts_freezes_and_kills(folder, spinner):
    group = GroupV2(folder)
    group.attach(spinner.pid)
    spinner.stdin.write(b"go\n")
    spinner.stdin.flush()
    wait_until(lambda: group.cpu_ns() > 20_000_000, 20, "the group's clock runs")
    wait_until(lambda: len((folder / "cgroup.procs").read_text().split()) == 2, 20, "both run")
    group.freeze()
    frozen = folder / "cgroup.events"
    wait_until(lambda: figure(frozen.read_text(), "frozen") == 1, 20, "the group stands still")
    stood = group.cpu_ns()
    os.sched_yield()
    assert group.cpu_ns() == stood
    group.close()
    assert not folder.exists()
    assert spinner.wait(20) == -9


def test_a_killed_owners_group_is_swept(hierarchy, folder, spinner):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    groups = GroupsV2(hierarchy, folder.name)
    groups.parent = folder
    orphan, living = folder / f"{gone.pid}-0", folder / f"{os.getpid()}-0"
    orphan.mkdir()
    living.mkdir()
    GroupV2(orphan).attach(spinner.pid)
    GroupV2(orphan).freeze()
    groups.sweep()
    assert spinner.wait(20) == -9
    assert not orphan.exists()
    assert living.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="beyond this host: only root marks a group")
def test_root_works_below_a_delegated_group_and_else_at_the_top(hierarchy, folder):
    assert GroupsV2(hierarchy, folder.name).own == hierarchy
    os.setxattr(folder, "trusted.delegate", b"1")
    delegated = GroupsV2(hierarchy, folder.name)
    assert not delegated.shared
    assert delegated.parent == folder / "scuffle"
    (folder / LEAF).mkdir()
    (folder / "scuffle").mkdir()
    assert GroupsV2(hierarchy, f"{folder.name}/{LEAF}").own == folder


def test_a_process_steps_aside_before_its_group_hands_on(hierarchy, folder, spinner):
    groups = GroupsV2(hierarchy, folder.name)
    groups.own = folder
    GroupV2(folder).attach(spinner.pid)
    groups._step_aside()
    assert (folder / "cgroup.procs").read_text() == ""
    assert (folder / LEAF / "cgroup.procs").read_text().split() == [str(spinner.pid)]
    spinner.kill()
    spinner.wait()
