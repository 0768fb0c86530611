"""A worker or its horse is killed in the middle of a match: nothing of it is left."""

import os
import signal
from pathlib import Path

import pytest
from crew import HANGING, children, ended, groups_of, horse, result, runs

from scuffle.jobs import lease_key
from scuffle_platform.supervisor.waiting import wait_until
from scuffle_sandbox.places import cage_folder
from scuffle_sandbox.strays import _marked


def test_a_killed_horse_leaves_nothing_and_the_worker_goes_on(site, hire):
    worker = hire()
    token = b"token-of-a-killed-horse"
    job = site.play(site.offer("main.py", HANGING.replace(b"TOKEN", token)), site.house("random"))
    wait_until(lambda: site.redis.exists(lease_key(job.id)), 30, "the match runs")
    pid = horse(worker)
    if os.geteuid() == 0:
        wait_until(lambda: len(groups_of(pid)) == 2, 30, "both cages are there")
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: ended(job), 30, "the job ends")
    assert job.get_status() == "failed"
    wait_until(lambda: not groups_of(pid), 10, "its cages are gone")
    wait_until(lambda: not list(cage_folder().glob(f"job-{pid}-*")), 10, "its files are gone")
    again = site.play(site.house("random"), site.house("random"), match="m2")
    assert result(again)["status"] == "finished"


@pytest.mark.parametrize("backend", ["bubblewrap", "docker"])
def test_a_killed_worker_leaves_nothing_after_the_next_start(site, hire, request, backend):
    engine = request.getfixturevalue("docker_engine") if backend == "docker" else None
    if engine:
        request.getfixturevalue("bot_images")
    mounts = own_mounts()
    worker = hire("w1", "--backend", backend)
    job = site.play(site.offer("main.py", HANGING), site.house("random"))
    wait_until(lambda: site.redis.exists(lease_key(job.id)), 30, "the match runs")
    pid = horse(worker)
    wait_until(lambda: cages(pid, engine), 30, "a program runs in its cage")
    family = {pid, *children(pid), *cages(pid, engine)}
    assert list(cage_folder().glob(f"job-{pid}-*"))
    worker.kill()
    worker.wait()
    wait_until(lambda: not any(runs(each) for each in family), 20, "horse and cages are gone")
    hire("w1", "--backend", backend)  # the same name, at once; it sweeps
    assert not cages(pid, engine)
    assert not containers(pid, engine)
    assert not groups_of(pid)
    assert not list(cage_folder().glob(f"job-{pid}-*"))
    assert own_mounts() == mounts


def cages(owner: int, engine) -> list[int]:
    """The processes in the cages of ``owner``: marked by it, or first in its containers."""
    if engine:
        pids = [each.attrs["State"]["Pid"] for each in containers(owner, engine)]
        return [pid for pid in pids if pid]
    return [pid for pid, marked in _marked() if marked == owner]


def containers(owner: int, engine) -> list:
    wanted = {"label": f"scuffle.owner={owner}"}
    if engine is None:
        return []
    return engine.containers.list(all=True, filters=wanted, ignore_removed=True)


def own_mounts() -> list[str]:
    """Where this host has something mounted, but for what the engine has of other containers."""
    lines = Path("/proc/self/mountinfo").read_text().splitlines()
    return sorted(at for line in lines if "/docker" not in (at := line.split()[4]))
