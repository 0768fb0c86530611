"""Languages are tried before they are offered: real echoes in real cages."""

import os
import time
from dataclasses import replace
from uuid import uuid4

import pytest

from scuffle.cage import Launch
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.places import cage_folder
from scuffle_sandbox.rehearsal import rehearsed


class Fresh(Bubblewrap):
    """A cage whose tools nobody has tried yet; counts the cages of matches."""

    def __init__(self) -> None:
        super().__init__()
        self.tools = uuid4().hex
        self.cages = 0

    def mark(self, language: str) -> str:
        return self.tools

    def prepare(self, launch, limits, slot):
        self.cages += 1
        return super().prepare(launch, limits, slot)


class Deaf(Fresh):
    """Its C programs end at once."""

    def prepare(self, launch, limits, slot):
        if launch.argv == ("{bot}/.scuffle/bot",):
            launch = Launch(launch.root, ("/bin/false",), launch.language)
        return super().prepare(launch, limits, slot)


def offering(sandbox, *languages):
    report = sandbox.check()
    if not set(languages) <= set(report.languages):
        pytest.skip("beyond this host: no control group that this user may use")
    return replace(report, languages=languages)


def test_versions_libraries_flags_and_the_time_of_a_start_are_found():
    sandbox = Fresh()
    found = rehearsed(sandbox, offering(sandbox, "python", "c"), 0)
    assert found.languages == ("python", "c")
    python, c = found.toolchains["python"], found.toolchains["c"]
    assert python.tools.startswith("Python 3.")
    assert ", numpy 2." in python.tools
    assert c.tools.startswith("gcc ")
    assert "GLIBC" in c.tools
    assert c.tools.endswith("; -O2 -std=gnu17 -pthread")
    assert 0 < c.start_ms < 1000


def test_it_is_done_once_for_each_change_of_the_tools():
    sandbox = Fresh()
    first = rehearsed(sandbox, offering(sandbox, "python"), 0)
    cages = sandbox.cages
    assert rehearsed(sandbox, offering(sandbox, "python"), 0) == first
    assert sandbox.cages == cages
    sandbox.tools = uuid4().hex
    rehearsed(sandbox, offering(sandbox, "python"), 0)
    assert sandbox.cages > cages


def test_what_is_a_month_old_is_forgotten():
    sandbox, began = Fresh(), time.time() - 1
    rehearsed(sandbox, offering(sandbox, "python"), 0)
    cages, long_ago = sandbox.cages, time.time() - 31 * 86_400
    for path in (cage_folder() / "rehearsed").iterdir():
        if path.stat().st_mtime > began:
            os.utime(path, (long_ago, long_ago))
    rehearsed(sandbox, offering(sandbox, "python"), 0)
    assert sandbox.cages > cages


def test_a_language_whose_self_test_fails_is_not_offered_and_is_said_why():
    sandbox = Deaf()
    found = rehearsed(sandbox, offering(sandbox, "python", "c"), 0)
    assert found.languages == ("python",)
    assert "C is not offered: its self-test failed (the output ended" in found.notes[-1]
