"""Cages are tried with hostile programs before they are relied on; a weak one is found out."""

import os
from dataclasses import replace

import pytest

from scuffle.diagnosis import diagnosis
from scuffle.limits import Limits
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.places import cage_folder


class Roomy(Bubblewrap):
    """A real cage with far too much room."""

    def prepare(self, launch, limits, slot):
        roomy = Limits(memory_mb=2048, processes=40, answer_kb=100_000)
        return super().prepare(launch, roomy, slot)


class Leaky(Bubblewrap):
    """A real cage that lets the worker's environment in."""

    def prepare(self, launch, limits, slot):
        return super().prepare(replace(launch, env=dict(os.environ)), limits, slot)


class Melting(Bubblewrap):
    """A cage that cannot freeze."""

    def prepare(self, launch, limits, slot):
        session = super().prepare(launch, limits, slot)
        session.freeze = lambda: None
        return session


@pytest.fixture(params=[Bubblewrap, lambda: Bubblewrap(lambda: None)], ids=["found", "plain"])
def sandbox(request):
    return request.param()


def escaped(report):
    return {trial.name: trial.escaped for trial in report.trials if trial.escaped}


def test_a_good_cage_holds_every_trick(sandbox):
    report = sandbox.try_out()
    assert report.usable
    assert escaped(report) == {}
    assert [trial.name for trial in report.trials] == ["reach", "fork", "memory", "flood", "freeze"]
    assert not list(cage_folder().glob(f"job-{os.getpid()}-*"))


def test_a_cage_with_too_much_room_is_found_out():
    if Bubblewrap().check().ladder_layer != "cgroup":
        pytest.skip("beyond this host: no control group that this user may use")
    report = Roomy().try_out()
    assert not report.usable
    assert set(escaped(report)) == {"fork", "memory"}
    assert "it started 39 processes" in escaped(report)["fork"]
    assert report.notes[0].startswith("The cage was tried and did not hold (fork: it started 39")
    assert "bubblewrap: does not work here" in diagnosis(report)


def test_a_cage_that_lets_the_environment_in_is_found_out():
    assert escaped(Leaky().try_out()) == {"reach": "reached the worker's environment"}


def test_a_cage_that_does_not_freeze_is_found_out():
    assert "while frozen" in escaped(Melting().try_out())["freeze"]


def test_what_cannot_be_tried_is_not_relied_on(monkeypatch):
    sandbox = Bubblewrap()
    monkeypatch.setattr(sandbox, "_report", replace(sandbox.check(), languages=("c",)))
    report = sandbox.try_out()
    assert not report.usable
    assert report.notes[0] == "The cage could not be tried: no Python runs in it."
