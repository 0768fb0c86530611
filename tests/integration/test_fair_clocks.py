"""Fair time in real cages: no bot loses by a busy host, and none gains by pretending one."""

from collections.abc import Iterator
from typing import Any, Protocol, runtime_checkable

import pytest
from holding_up import held_up
from runner import ATTEMPTS, MODES, PRESSURE, play

from scuffle.cage import Sandbox
from scuffle.jobs import PlayReport
from scuffle.limits import Limits

BOT = """
import threading, time
asked = 0

def get_action(state, api):
    global asked
    asked += 1
    {}
    return state["legal_actions"][0]
"""
BUSY = "import threading\ndef spin():\n    while True: pass\n" + BOT.format(
    "asked == 1 and threading.Thread(target=spin, daemon=True).start()"
)


@runtime_checkable
class Closing(Protocol):
    """A backend that holds a connection."""

    def close(self) -> None: ...


@pytest.fixture(params=sorted(MODES))
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """Each backend in turn, looked at as a worker does before its first match."""
    if request.param == "docker":
        request.getfixturevalue("bot_images")
    made = MODES[request.param]()
    report = made.check()
    assert report.usable, report
    yield made
    if isinstance(made, Closing):
        made.close()


@pytest.fixture(params=["bubblewrap", "bubblewrap-plain"])
def mode(request: pytest.FixtureRequest) -> str:
    """Cages that are the runner's own processes, so that they can be held up with it."""
    name: str = request.param
    return name


def test_a_starved_host_never_costs_a_bot_its_match(mode: str) -> None:
    waits = BOT.format("asked > 4 or time.sleep(0.25)")
    limits = Limits(request_wall_ms=300)
    report = held_up(mode, waits, limits, stop_s=0.1, go_s=0.1)
    assert [seat.verdict.verdict for seat in report.seats] in ([], ["ok", "ok"]), report.seats
    if report.status == "finished":
        assert float(report.seats[0].evidence["lost_ms"]) > 100


def test_a_pause_of_30_ms_in_the_runner_is_counted_and_not_fatal(mode: str) -> None:
    waits = BOT.format("asked > 4 or time.sleep(0.1)")
    report = held_up(mode, waits, Limits(), stop_s=0.03, go_s=0.07)
    assert report.status == "finished", report.reason
    assert [seat.verdict.verdict for seat in report.seats] == ["ok", "ok"]
    assert float(report.seats[0].evidence["lost_ms"]) > 0
    assert sum(entry.lost_us for entry in report.seats[0].log) > 0


def test_who_sleeps_through_both_limits_of_a_starved_host_makes_it_void(mode: str) -> None:
    sleeps = BOT.format("time.sleep(1000)")
    for _ in range(ATTEMPTS):  # when it was held up decides what the sentinel saw
        report = held_up(mode, sleeps, Limits(request_wall_ms=400), stop_s=0.1, go_s=0.05)
        if report.status == "void":
            break
    assert report.status == "void", report.seats
    assert report.evidence["player"] == 0
    assert float(report.evidence["waited_ms"]) > 800
    assert float(report.evidence["lost_ms"]) > 200
    assert report.seats[0].verdict.verdict == "ok"


def test_threads_that_wake_together_are_a_timeout(sandbox: Sandbox) -> None:
    report = play(sandbox, PRESSURE, Limits(request_wall_ms=1000))
    assert report.status == "finished", report.evidence
    assert report.seats[0].verdict.verdict == "timeout"
    assert report.outcome is not None
    assert report.outcome["places"] == [2, 1]


def test_busy_while_waiting_is_told_to_the_owner(sandbox: Sandbox) -> None:
    for _ in range(ATTEMPTS * 5):  # on a busy host it may get no core while it is watched
        report = play(sandbox, BUSY, Limits(bank_ms=60_000))
        assert report.status == "finished"
        assert "busy_waiting" not in report.seats[1].evidence
        if "busy_waiting" in report.seats[0].evidence:
            break
    assert "[busy while waiting: it used" in report.seats[0].log[-1].stderr


def test_a_bot_that_drowns_in_its_own_log_is_not_told_that_it_slept(sandbox: Sandbox) -> None:
    floods = BOT.format("while True: print('x' * 60_000)")
    report = play(sandbox, floods, Limits(bank_ms=200, request_wall_ms=1_000))
    seat = report.seats[0]
    if report.status == "finished":  # it wants its core, and on a full host it may not get it
        assert seat.verdict.verdict == "timeout"
    assert "slept" not in seat.detail


def test_every_finished_attempt_brings_its_figures(sandbox: Sandbox) -> None:
    report = play(sandbox, BOT.format("pass"), Limits())
    expected: dict[str, Any] = {"clock", "requests", "cpu_ms", "wall_ms", "slowest_ms"}
    expected |= {"lost_ms", "waiting_cpu_ms", "exit"}
    grouped = sandbox.check().layers["cpu"] == "cgroup"
    for seat in report.seats:
        assert expected <= set(seat.evidence)
        assert seat.evidence["exit"] == "code 0"
        assert seat.evidence["requests"] == len(seat.log)
        assert all(entry.wall_us > 0 for entry in seat.log)
        assert sum(entry.cpu_us for entry in seat.log) > 0
        if sandbox.name == "bubblewrap":  # Docker may have removed the group before it is read
            assert ("peak_memory_mb" in seat.evidence) == grouped
    clock = "cgroup" if grouped else "process"
    assert report.evidence["clock"] == report.seats[0].evidence["clock"] == clock
    assert {"cores", "load"} <= set(report.evidence)
    assert PlayReport.model_validate_json(report.model_dump_json()) == report
