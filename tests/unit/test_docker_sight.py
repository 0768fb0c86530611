"""Whether CPU time of containers can be measured from here, and what is said if not."""

import socket

import pytest

from scuffle.cage import Layer, Metering
from scuffle_sandbox import docker_group
from scuffle_sandbox.docker_group import in_sight
from scuffle_sandbox.docker_report import report

INFO = {"ServerVersion": "20.10"}


@pytest.fixture
def mounted(tmp_path, monkeypatch):
    root = tmp_path / "cgroup"
    root.mkdir()
    (root / "cgroup.controllers").write_text("cpu\n")
    monkeypatch.setattr(docker_group, "ROOT", root)
    return root


def test_an_engine_that_numbers_processes_as_we_do_is_in_sight(mounted, short_folder):
    path = short_folder / "engine.sock"
    assert not in_sight(f"http+unix://{path}")
    with socket.socket(socket.AF_UNIX) as engine:
        engine.bind(str(path))
        engine.listen()
        assert in_sight(f"http+unix://{path}")
        (mounted / "cgroup.controllers").unlink()
        assert not in_sight(f"http+unix://{path}")


def test_an_engine_on_another_host_is_not(mounted):
    assert not in_sight("http://127.0.0.1:2375")


def test_what_cannot_be_measured_is_no_cage_of_the_strong_kind():
    seen, unseen = (report(INFO, ("python",), each) for each in (Metering.CGROUP, Metering.NONE))
    assert seen.ladder_layer == Layer.CGROUP
    assert unseen.usable
    assert unseen.ladder_layer == Layer.RLIMIT
    assert (unseen.layers["cpu"], unseen.layers["freeze"]) == (Layer.NONE, Layer.NONE)
    assert any("not measured" in note for note in unseen.notes)
