"""The second void of a sleeper: a real cage on a starved host, and the recorder's verdict."""

from typing import Any

import pytest
from holding_up import held_up
from runner import ATTEMPTS

from scuffle.jobs import PlayReport, match_job_id
from scuffle.limits import Limits
from scuffle_platform.store.models import Match, MatchStatus
from scuffle_sandbox.bubblewrap import Bubblewrap

SLEEPS = "import time\ndef get_action(state, api):\n    time.sleep(1000)\n"


def void_in_a_cage() -> PlayReport:
    """What a worker reports of a bot that sleeps while its host lets nobody run."""
    grouped = Bubblewrap().check().ladder_layer == "cgroup"
    mode = "bubblewrap" if grouped else "bubblewrap-plain"
    for _ in range(ATTEMPTS):
        limits = Limits(request_wall_ms=300)
        report = held_up(mode, SLEEPS, limits, stop_s=0.1, go_s=0.05)
        if report.status == "void":
            return report
    pytest.fail(f"the host was not busy enough: {report.evidence}")


def test_the_next_attempt_of_a_sleeper_knows_of_the_first(sqlite_town: Any) -> None:
    town = sqlite_town
    town.report_match(town.match())  # the worker is fine
    void = void_in_a_cage()
    match_id = town.match()
    for number in (1, 2):
        job = town.start(match_id, number)
        if number == 2:
            assert town.read(Match, match_id).status is MatchStatus.QUEUED
        taken = {"match_id": match_id, "attempt": number, "token": job.token}
        worker = town.attempts(town.matches()[0].id)[0].worker
        seen = void.model_copy(update={**taken, "worker": worker})
        town.report(match_job_id(match_id, number), seen.model_dump(mode="json"))
        town.record()
    assert void.seats[0].log[-1].request == 1
    match = town.read(Match, match_id)
    assert match.status is MatchStatus.FINISHED
    assert [seat.verdict for seat in match.seats] == ["timeout", "ok"]
    assert [one.status for one in town.attempts(match_id)] == ["void", "reported"]
    assert all(one.evidence["waited_ms"] > 600 for one in town.attempts(match_id))
