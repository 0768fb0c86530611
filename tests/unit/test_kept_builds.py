"""Builds kept by their source: what is built again, and what is not."""

from dataclasses import replace
from pathlib import Path

import pytest

from scuffle.cage import BuildLimits, BuildResult, Launch
from scuffle.door import open_upload, unpack
from scuffle.kept_builds import KeptBuilds
from scuffle.launch import build_launch
from scuffle.local_sandbox import LocalSandbox

MAIN = "int main(void) { return %d; }\n"


class Counted(LocalSandbox):
    """Plain processes; counts what it builds, and its tools change when told."""

    def __init__(self) -> None:
        self.built = 0
        self.tools = "gcc 12"

    def mark(self, language: str) -> str:
        return self.tools

    def build(self, launch: Launch, limits: BuildLimits, slot: int) -> BuildResult:
        self.built += 1
        return super().build(launch, limits, slot)


@pytest.fixture
def sandbox() -> Counted:
    return Counted()


@pytest.fixture
def built(sandbox, tmp_path):
    """Builds a source of that text, with builds kept in one folder."""
    if "c" not in LocalSandbox().check().languages:
        pytest.skip("the tools of C are not installed")

    def build(text: str, **changes: str) -> BuildResult:
        program, archive = _opened(text)
        root = tmp_path / program.hash
        if not root.exists():
            root.mkdir()
            unpack(archive, root)
        program = program.model_copy(update=changes)
        launch = build_launch(program, root)
        kept = KeptBuilds(tmp_path / "kept")
        return kept.build(sandbox, program, launch, BuildLimits(), 0)

    return build


def _opened(text: str):
    upload = open_upload("main.c", text.encode())
    return upload.program, upload.archive


def test_the_same_source_is_built_once(built, sandbox):
    first, second = built(MAIN % 1), built(MAIN % 1)
    assert sandbox.built == 1
    assert (first.earlier, second.earlier) == (False, True)
    assert replace(second, earlier=False) == first


def test_another_source_or_other_tools_are_built(built, sandbox):
    assert built(MAIN % 1).archive != built(MAIN % 2).archive
    sandbox.tools = "gcc 13"
    assert not built(MAIN % 1).earlier
    assert sandbox.built == 3


def test_what_failed_is_tried_again(built, sandbox):
    for _ in range(2):
        found = built("int main(void) {")
        assert not found.ok
        assert "error" in found.log
    assert sandbox.built == 2


def test_uncaged_a_build_of_the_owners_is_not_kept(built, sandbox):
    for _ in range(2):
        assert built(MAIN % 1, build="gcc -o bot main.c").ok
    assert sandbox.built == 2


def test_half_a_file_is_built_again(built, sandbox, tmp_path):
    built(MAIN % 1)
    (kept,) = (tmp_path / "kept").iterdir()
    kept.write_bytes(b"")
    assert built(MAIN % 1).ok
    assert sandbox.built == 2


def test_a_folder_that_cannot_be_written_costs_time_alone(sandbox, tmp_path):
    (tmp_path / "file").write_text("")
    program, archive = _opened(MAIN % 1)
    unpack(archive, tmp_path)
    kept = KeptBuilds(Path(tmp_path / "file" / "kept"))
    launch = build_launch(program, tmp_path)
    assert kept.build(sandbox, program, launch, BuildLimits(), 0).ok
