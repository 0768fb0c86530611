"""What a host can play of what others built: binaries, but none that want more room."""

from pathlib import Path

import pytest

from scuffle.cage import Launch, Layer, Report
from scuffle.jobs import CHECKS, MATCHES, kind_queue
from scuffle.launch import need_runtime, playable
from scuffle.seat import HostFault

BINARY = ("{bot}/.scuffle/bot",)


def host(*languages: str, binaries: bool) -> Report:
    return Report("bubblewrap", True, {"memory": Layer.RLIMIT}, languages, binaries=binaries)


def test_binaries_are_played_where_nothing_is_built_but_not_those_of_go() -> None:
    """Go reserves more address space than a cage without a control group gives: it would crash."""
    report = host("python", binaries=True)
    assert playable(report) == ("c", "cpp", "python", "rust")
    need_runtime(report, Launch(Path("/"), BINARY, "rust"))
    with pytest.raises(HostFault, match="Go cannot be built and run here"):
        need_runtime(report, Launch(Path("/"), BINARY, "go"))


def test_a_container_plays_what_it_has_an_image_for() -> None:
    assert playable(host("python", "go", binaries=False)) == ("go", "python")


def test_a_queue_is_named_by_all_that_its_workers_have() -> None:
    assert kind_queue(MATCHES, ("rust", "python", "go")) == "matches+go+rust"
    assert kind_queue(CHECKS, ("python",)) == CHECKS
