"""Groups, sentinel, places and backends' choice, without any cage."""

import os
import subprocess
import sys
import time

import pytest

from scuffle.cage import Layer, Report
from scuffle.limits import Limits
from scuffle_sandbox import docker_report, lent, places
from scuffle_sandbox.card import sentence
from scuffle_sandbox.groups import figure
from scuffle_sandbox.groups_v2 import GroupsV2, GroupV2
from scuffle_sandbox.sentinel import Sentinel


def test_a_figure_is_read_by_its_name():
    text = "low 1\noom 2\noom_kill 3\n"
    assert figure(text, "oom_kill") == 3
    assert figure(text, "max") == 0


@pytest.fixture
def unified(tmp_path):
    """A folder that looks like a delegated group of version 2."""
    folder = tmp_path / "group"
    folder.mkdir()
    (folder / "cpu.stat").write_text("usage_usec 1234\nuser_usec 1000\n")
    (folder / "memory.events").write_text("max 5\noom_kill 1\n")
    (folder / "memory.peak").write_text("1048576\n")
    return folder


def test_version_2_figures(unified):
    group = GroupV2(unified)
    assert group.cpu_ns() == 1_234_000
    assert group.out_of_memory()
    assert group.peak_memory_kb() == 1024
    group.freeze()
    assert (unified / "cgroup.freeze").read_text() == "1"
    group.thaw()
    assert (unified / "cgroup.freeze").read_text() == "0"


def test_version_2_without_controllers_is_not_usable(tmp_path):
    (tmp_path / "cgroup.controllers").write_text("hugetlb\n")
    assert not GroupsV2(tmp_path).usable()


def test_version_2_limits_are_written(tmp_path):
    groups = GroupsV2(tmp_path)
    groups.parent.mkdir(parents=True)

    with pytest.raises(FileNotFoundError):
        groups.make(Limits(memory_mb=64))  # no cpu.stat: no kernel behind it
    made = next(groups.parent.iterdir())
    assert (made / "memory.max").read_text() == str(64 << 20)
    assert (made / "cpu.max").read_text() == "100000 100000"


def test_an_idle_host_starves_nobody():
    watching = Sentinel()
    since = time.monotonic()
    watching._note(time.monotonic(), 0.005)
    assert watching.lost_s(since) == 0


def test_oversleep_counts_from_the_moment_asked_for():
    watching = Sentinel()
    now = time.monotonic()
    watching._note(now, 0.5)
    assert watching.lost_s(now - 1) == pytest.approx(0.5)
    assert watching.lost_s(now - 0.25) == pytest.approx(0.25)
    assert watching.lost_s(now) == 0


def test_a_sentinel_that_has_not_woken_yet_has_lost_time_already():
    watching = Sentinel()
    watching._note(time.monotonic() - 3, 0.0)
    assert 2.5 < watching.lost_s(time.monotonic() - 10) < 10


def test_a_copy_for_cages_follows_every_change(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "cage_folder", lambda: tmp_path / "cages")
    (tmp_path / "cages").mkdir()
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "main.py").write_text("1")
    (bot / "data.txt").write_text("old")
    first = lent.copy_for_cages(bot, lambda copy: None)
    assert lent.copy_for_cages(bot, lambda copy: None) == first
    (bot / "data.txt").write_text("newer")
    second = lent.copy_for_cages(bot, lambda copy: None)
    assert (second / "data.txt").read_text() == "newer"
    assert (first / "data.txt").read_text() == "old"


def test_one_copy_may_need_another(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "cage_folder", lambda: tmp_path / "cages")
    (tmp_path / "cages").mkdir()
    for name in ("one", "two"):
        (tmp_path / name).write_text(name)
    inner = []
    lent.copy_for_cages(
        tmp_path / "one",
        lambda copy: inner.append(lent.copy_for_cages(tmp_path / "two", lambda copy: None)),
    )
    assert inner[0].read_text() == "two"


def test_scratch_folders_of_the_dead_are_swept(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "cage_folder", lambda: tmp_path)
    gone = subprocess.Popen(["/bin/true"])
    gone.wait()
    (tmp_path / f"job-{gone.pid}-x").mkdir()
    with places.scratch_folder() as living:
        places.sweep_scratch()
        assert living.is_dir()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_under_a_closed_one_is_not_readable_by_all(tmp_path):
    closed = tmp_path / "closed"
    bot = closed / "bot"
    bot.mkdir(parents=True)
    bot.chmod(0o755)
    closed.chmod(0o700)
    assert not lent.readable_by_all(bot)


def test_a_report_says_what_mends_it():
    report = Report("docker", False, {}, (), ("no engine answers",), "sudo systemctl start docker")
    assert sentence(report) == "no engine answers To mend it: sudo systemctl start docker"
    assert report.ladder_layer == Layer.NONE


def test_docker_without_images_is_not_usable():
    found = docker_report.report({"ServerVersion": "20.10"}, ())
    assert not found.usable
    assert found.remedy.startswith("deploy/images/build ")
    some = docker_report.report({"ServerVersion": "20.10"}, ("python",))
    assert some.usable
    assert some.ladder_layer == Layer.CGROUP


@pytest.fixture
def old_copy(tmp_path, monkeypatch):
    """A copy for cages that was last taken up two days ago; nobody uses it."""
    monkeypatch.setattr(places, "cage_folder", lambda: tmp_path / "cages")
    monkeypatch.setattr(lent, "_held", {})
    (tmp_path / "cages").mkdir()
    (tmp_path / "bot.py").write_text("1")
    copy = lent.copy_for_cages(tmp_path / "bot.py", lambda copy: None)
    for fd in lent._held.values():
        os.close(fd)
    long_ago = time.time() - 2 * 86_400
    for path in (tmp_path / "cages" / "lent").iterdir():
        os.utime(path, (long_ago, long_ago))
    return copy


def test_a_copy_that_nobody_uses_is_swept(old_copy):
    lent.sweep_lent()
    assert list(old_copy.parents[1].iterdir()) == []


def test_a_copy_that_a_process_uses_is_kept(old_copy):
    used = old_copy.parent.with_suffix(".used")
    hold = "import fcntl, sys; f = open(sys.argv[1]); fcntl.flock(f, 1); print(); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", hold, used],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as user:
        user.stdout.readline()
        lent.sweep_lent()
        assert old_copy.exists()
        user.communicate()
    lent.sweep_lent()
    assert not old_copy.exists()


def test_a_copy_taken_up_again_is_kept(old_copy, tmp_path, monkeypatch):
    monkeypatch.setattr(lent, "_held", {})
    assert lent.copy_for_cages(tmp_path / "bot.py", lambda copy: None) == old_copy
    lent.sweep_lent()
    assert old_copy.exists()


ENGINE = {
    "Architecture": "x86_64",
    "SecurityOptions": ["name=seccomp,profile=default"],
    "Runtimes": {"runc": {}},
    "MemoryLimit": True,
    "PidsLimit": True,
}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"Architecture": "riscv64"}, "does not know the engine's machine, 'riscv64'"),
        ({"SecurityOptions": None}, "without seccomp"),
        ({"MemoryLimit": False, "PidsLimit": False}, "no MemoryLimit and no PidsLimit"),
    ],
)
def test_an_engine_that_cannot_hold_is_refused(changes, words):
    assert docker_report.hindrance(ENGINE, None) is None
    report = docker_report.hindrance(ENGINE | changes, None)
    assert not report.usable
    assert words in report.notes[0]


def test_two_cages_of_a_match_have_users_of_their_own_and_of_no_other_slot():
    several = [places.next_uid(3) for _ in range(4)]
    assert len(set(several)) == 4
    assert set(several) <= set(places.slot_uids(3))
    assert not set(several) & set(places.slot_uids(2))
    assert all(places.is_slots_uid(uid) for uid in (*several, *places.slot_uids(places.SLOTS - 1)))
    assert not places.is_slots_uid(places.slot_uids(places.SLOTS)[0])
    assert places.slot_uids(places.SLOTS - 1)[-1] < 60_000  # Debian's own begin there
