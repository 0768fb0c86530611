"""Builds that mean harm, one trick a file: each ends as its first line says and harms nobody.

``# expect: ok``, or words of the sentence that the owner reads; ``docker: …`` where Docker differs.
``# limits:`` changes one of the limits.
"""

import io
import os
import tarfile
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hostile_arena.arena import _require_empty_network
from hostile_arena.canaries import Canaries
from hostile_arena.leftovers import Leftovers, own_cages, own_containers

from scuffle.cage import BuildLimits, BuildResult, Launch
from scuffle_platform.supervisor.waiting import wait_until
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.docker import Docker
from scuffle_sandbox.places import SLOTS, cage_folder, slot_uids

CORPUS = sorted((Path(__file__).parent / "hostile_builds").glob("*.sh"))
LIMITS = BuildLimits(cpu_ms=2_000, wall_ms=20_000, memory_mb=256, result_mb=8, processes=64)
SLOT = os.getpid() % SLOTS


class Yard:
    """One backend, a folder to build in, and canaries beside it."""

    def __init__(self, mode: str, sandbox: Bubblewrap | Docker, folder: Path, canaries: Canaries):
        self.mode, self.folder, self.canaries = mode, folder, canaries
        self._sandbox = sandbox
        folder.joinpath("main.c").write_text("int main(void) { return 0; }\n")
        told = [f"{name}='{value}'\n" for name, value in canaries.told().items()]
        folder.joinpath("canaries").write_text("".join(told))

    def build(self, script: str, limits: BuildLimits = LIMITS) -> BuildResult:
        return self._sandbox.build(
            Launch(self.folder, ("/bin/sh", "-c", script), "c"), limits, SLOT
        )


@pytest.fixture(params=["bubblewrap", "docker"], scope="module")
def yard(request) -> Iterator[tuple[Yard, Leftovers]]:
    engine = None
    if request.param == "docker":
        request.getfixturevalue("bot_images")
        engine = request.getfixturevalue("docker_engine")
    sandbox = Docker() if engine else Bubblewrap()
    if "c" not in sandbox.check().languages:
        pytest.skip("beyond this host: no control group that this user may use")
    with TemporaryDirectory(dir=cage_folder()) as folder, closing(Canaries()) as canaries:
        Path(folder).chmod(0o755)
        made = Yard(request.param, sandbox, Path(folder), canaries)
        require_own_network(made, engine)
        assert made.build("gcc -o bot main.c").ok
        yield made, Leftovers(slot_uids(SLOT), engine)
    if isinstance(sandbox, Docker):
        sandbox.close()


def require_own_network(yard: Yard, engine: Any | None) -> None:
    """Nothing hostile is built before this has been seen from outside."""

    def caged() -> list[int]:
        if not engine:
            return list(own_cages())
        states = [engine.api.inspect_container(each)["State"] for each in own_containers(engine)]
        return [state["Pid"] for state in states if state["Running"]]

    limits = replace(LIMITS, wall_ms=2_000)
    building = threading.Thread(target=lambda: yard.build("sleep 1000", limits))
    building.start()
    wait_until(caged, 20, "a build runs")
    for pid in caged():
        _require_empty_network(pid)
    building.join()


def headers(script: Path) -> dict[str, str]:
    lines = [each[2:] for each in script.read_text().splitlines() if each.startswith("# ")]
    return dict(line.split(": ", 1) for line in lines if ": " in line)


def expected(script: Path, mode: str) -> str:
    usual, *others = headers(script)["expect"].split("; ")
    return dict(each.split(": ") for each in others).get(mode, usual)


def limits_of(script: Path) -> BuildLimits:
    changes = headers(script).get("limits", "")
    return replace(LIMITS, **{k: int(v) for k, v in [c.split("=") for c in changes.split()]})


@pytest.mark.parametrize("script", CORPUS, ids=lambda path: path.stem)
def test_a_hostile_build_harms_nobody(yard, script):
    here, leftovers = yard
    before = {each: each.read_bytes() for each in here.folder.iterdir()}
    result = here.build(script.read_text(), limits_of(script))
    wanted = expected(script, here.mode)
    assert result.ok == (wanted == "ok"), (result.sentence, result.log)
    assert wanted == "ok" or wanted in result.sentence, (result.sentence, result.log)
    assert len(result.log) < 600_000
    assert here.canaries.harm(result.log + result.archive.decode("latin-1")) == []
    assert {each: each.read_bytes() for each in here.folder.iterdir()} == before
    assert leftovers.found() == []
    assert_plain(result)


def assert_plain(result: BuildResult) -> None:
    """Regular files with plain modes and names within the folder."""
    assert result.ok or result.archive == b""
    if result.ok:
        with tarfile.open(fileobj=io.BytesIO(result.archive)) as archive:
            for each in archive:
                assert each.isreg()
                assert each.mode in (0o644, 0o755)
                assert (each.uid, each.gid, each.mtime) == (0, 0, 0)
                assert not each.name.startswith("/")
                assert ".." not in each.name.split("/")


def test_the_corpus_is_whole():
    assert len(CORPUS) >= 30
    assert all("expect" in headers(each) for each in CORPUS)
