"""What Docker alone does: labels, hardening as the engine sees it, and what is left behind."""

import gc
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from scuffle.cage import Launch
from scuffle.limits import Limits
from scuffle.seat import HostFault
from scuffle_platform.supervisor.waiting import wait_until
from scuffle_sandbox.docker import Docker
from scuffle_sandbox.groups import ROOT
from scuffle_sandbox.places import scratch_folder, slot_uids

ECHO = "import sys\nfor line in sys.stdin: print(line.strip(), flush=True)\n"
RUNNER = """
import sys, time
from pathlib import Path
from scuffle.cage import Launch
from scuffle.limits import Limits
from scuffle_sandbox.docker import Docker

sandbox = Docker()
sandbox.check()
launch = Launch(Path(sys.argv[1]), ("{python}", "{bot}/main.py"), "python")
session = sandbox.prepare(launch, Limits(), 0)
session.send(b"ready\\n", time.monotonic() + 20)
print(session.recv(time.monotonic() + 20).decode(), flush=True)
session.freeze()
sys.stdin.read()
"""


@pytest.fixture
def run(monkeypatch) -> str:
    """A label of this test's own."""
    name = f"test-{time.monotonic_ns()}"
    monkeypatch.setenv("SCUFFLE_RUN", name)
    return name


@pytest.fixture
def sandbox(bot_images):
    found = Docker()
    assert "python" in found.check().languages
    yield found
    found.close()


@pytest.fixture
def folder():
    with scratch_folder() as scratch:
        (scratch / "main.py").write_text(ECHO)
        yield scratch


@pytest.fixture
def launch(folder):
    return Launch(folder, ("{python}", "{bot}/main.py"), "python")


def of_run(engine, run):
    wanted = {"label": f"scuffle.run={run}"}
    return engine.containers.list(all=True, filters=wanted, ignore_removed=True)


def test_a_container_is_hardened_and_gone_afterwards(docker_engine, sandbox, launch, run):
    session = sandbox.prepare(launch, Limits(memory_mb=128, processes=16), 3)
    session.send(b"x\n", time.monotonic() + 20)
    assert session.recv(time.monotonic() + 20) == b"x"
    (container,) = of_run(docker_engine, run)
    host, config = container.attrs["HostConfig"], container.attrs["Config"]
    assert host["NetworkMode"] == "none"
    assert config["NetworkDisabled"]
    assert host["ReadonlyRootfs"]
    assert host["CapDrop"] == ["ALL"]
    assert host["CgroupnsMode"] == "private"
    assert "no-new-privileges" in host["SecurityOpt"]
    assert any(option.startswith("seccomp={") for option in host["SecurityOpt"])
    assert host["Memory"] == host["MemorySwap"] == 128 << 20
    assert host["PidsLimit"] in (16, 17)
    user, group = map(int, config["User"].split(":"))
    assert user == group
    assert user in slot_uids(3)
    assert {each["Name"] for each in host["Ulimits"]} == {"core", "nofile"}
    assert config["StdinOnce"]
    session.close()
    assert of_run(docker_engine, run) == []


def test_a_flood_does_not_hold_up_the_removal(sandbox, folder, launch, docker_engine, run):
    (folder / "main.py").write_text("while True: print('x' * 60_000)")
    session = sandbox.prepare(launch, Limits(), 0)
    session.send(b"x\n", time.monotonic() + 20)
    session.recv(time.monotonic() + 20)
    began = time.monotonic()
    session.close()
    assert time.monotonic() - began < 10
    assert of_run(docker_engine, run) == []


def test_a_killed_runner_leaves_no_container_not_even_a_frozen_one(
    docker_engine, sandbox, folder, run
):
    runner = subprocess.Popen(
        [sys.executable, "-c", RUNNER, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"SCUFFLE_RUN": run},
    )
    assert runner.stdout.readline() == b"ready\n"
    assert len(of_run(docker_engine, run)) == 1
    runner.send_signal(signal.SIGKILL)
    runner.communicate()
    wait_until(lambda: of_run(docker_engine, run) == [], 10, "the container is gone")


def test_a_sweep_removes_what_dead_owners_left(docker_engine, sandbox, launch, run):
    image = docker_engine.images.get("scuffle-bot-python").id
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    docker_engine.api.create_container(
        image,
        "true",
        labels={
            "scuffle.owner": str(gone.pid),
            "scuffle.host": os.uname().nodename,
            "scuffle.run": run,
        },
    )
    kept = sandbox.prepare(launch, Limits(), 0)
    sandbox.sweep()
    assert len(of_run(docker_engine, run)) == 1
    kept.close()


def test_a_group_that_the_engine_forgot_is_removed_with_what_lives_in_it(
    docker_engine, sandbox, launch, run
):
    session = sandbox.prepare(launch, Limits(), 0)
    (container,) = of_run(docker_engine, run)
    hierarchy = ROOT if (ROOT / "cgroup.controllers").exists() else ROOT / "freezer"
    group = hierarchy / "docker" / container.id
    group.mkdir(parents=True)  # never started, so the engine knows of none
    with subprocess.Popen(["sleep", "60"]) as stray:
        (group / "cgroup.procs").write_text(str(stray.pid))
        session.close()
        assert stray.wait() == -signal.SIGKILL
    assert not group.exists()


def test_a_language_without_an_image_is_our_fault(sandbox, folder):
    with pytest.raises(HostFault, match="no image for cobol"):
        sandbox.prepare(Launch(folder, ("true",), "cobol"), Limits(), 0)


# The library forgets to close the socket with which it could not connect.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_absent_engine_is_told_with_a_remedy(monkeypatch):
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    report = Docker().check()
    assert not report.usable
    assert "no Docker engine answers" in report.notes[0]
    assert report.remedy
    gc.collect()


def test_the_base_script_does_nothing_twice(docker_engine, bot_images):
    script = Path(__file__).parents[2] / "deploy" / "images" / "make-base"
    before = docker_engine.images.get("debian:bookworm-slim").id
    subprocess.run([script], check=True)
    assert docker_engine.images.get("debian:bookworm-slim").id == before


def test_images_that_are_there_are_not_built_again(bot_images):
    script = Path(__file__).parents[2] / "deploy" / "images" / "build"
    assert subprocess.run([script], check=True, capture_output=True).stdout == b""


def test_a_container_that_ends_at_once_is_not_charged_with_the_hosts_time(sandbox, folder, launch):
    (folder / "main.py").write_text("")
    for _ in range(8):
        session = sandbox.prepare(launch, Limits(), 0)
        try:
            session.send(b"x\n", time.monotonic() + 20)
            session.recv(time.monotonic() + 20)
        except (EOFError, BrokenPipeError):
            assert session.close().cpu_ns < 2e9


def test_another_runtime_is_used_if_the_engine_has_it(
    docker_engine, bot_images, launch, run, monkeypatch
):
    """``runc`` stands in for gVisor, which takes longer to install than to configure."""
    monkeypatch.setenv("SCUFFLE_DOCKER_RUNTIME", "runc")
    with closing(Docker()) as sandbox:
        assert sandbox.check().usable
        session = sandbox.prepare(launch, Limits(), 0)
        (container,) = of_run(docker_engine, run)
        assert container.attrs["HostConfig"]["Runtime"] == "runc"
        session.close()


def test_gvisor_gets_the_room_that_it_needs(docker_engine, bot_images, monkeypatch):
    monkeypatch.setenv("SCUFFLE_DOCKER_RUNTIME", "runsc")
    with closing(Docker()) as sandbox:
        found = sandbox._host_config(Limits(memory_mb=128, processes=64), [], {}, 0)
    assert found["Runtime"] == "runsc"
    assert found["Memory"] == 192 << 20
    assert found["PidsLimit"] >= 256


def test_a_runtime_that_the_engine_does_not_know_is_told(docker_engine, monkeypatch):
    monkeypatch.setenv("SCUFFLE_DOCKER_RUNTIME", "runsc")
    with closing(Docker()) as sandbox:
        report = sandbox.check()
    assert not report.usable
    assert "'runsc', and the engine knows" in report.notes[0]
    assert report.remedy.startswith("sudo runsc install")
