"""A bot that lets the wall-clock limit pass on a busy host: once our fault, twice its own."""

from typing import Any

import pytest

from scuffle.jobs import PlayReport, match_job_id
from scuffle_platform.store import attempts, stalling
from scuffle_platform.store.models import AttemptStatus, Match, MatchStatus


def take(town: Any, report: PlayReport) -> None:
    """The report's job ends and is recorded."""
    town.report(match_job_id(report.match_id, report.attempt), report.model_dump(mode="json"))
    town.record()


def stalled(town: Any, match_id: str, number: int = 1, player: int = 0) -> PlayReport:
    """What a worker reports when the wall limit passed while its host was busy."""
    report: PlayReport = town.played(town.start(match_id, number))
    return report.model_copy(
        update={
            "status": "void",
            "reason": "The host was too busy to give the bot its time.",
            "steps": report.steps[:2],
            "outcome": None,
            "evidence": {"waited_ms": 20_000.0, "cpu_ms": 1.0, "player": float(player)},
        }
    )


def test_a_second_stall_on_a_worker_that_is_fine_is_a_timeout(sqlite_town: Any) -> None:
    town = sqlite_town
    town.report_match(town.match())
    match_id = town.match()
    take(town, stalled(town, match_id))
    assert town.read(Match, match_id).status is MatchStatus.QUEUED
    take(town, stalled(town, match_id, 2))
    match = town.read(Match, match_id)
    assert match.status is MatchStatus.FINISHED
    assert [(seat.place, seat.verdict) for seat in match.seats] == [(2, "timeout"), (1, "ok")]
    assert match.seats[0].detail.startswith("It let the wall-clock limit pass for the second time")
    assert match.outcome["reason"] == "forfeit"


@pytest.mark.parametrize("why", ["another bot stalled first", "the worker is not fine"])
def test_a_stall_stays_our_fault(sqlite_town: Any, why: str) -> None:
    town = sqlite_town
    if why == "another bot stalled first":
        town.report_match(town.match())
    match_id = town.match()
    take(town, stalled(town, match_id, player=int(why == "another bot stalled first")))
    take(town, stalled(town, match_id, 2))
    assert town.read(Match, match_id).status is MatchStatus.QUEUED
    assert [one.status for one in town.attempts(match_id)] == ["void", "void"]


def ended_before(town: Any, worker: str, status: AttemptStatus) -> None:
    """Another match of ``worker`` came to that end a moment ago."""
    match_id = town.match()
    with town.store.session() as session:
        match = session.get_one(Match, match_id)
        attempt = attempts.open_for_match(session, match, town.now)
        attempts.end(attempt, status, town.now)
        attempt.worker, match.status = worker, MatchStatus.VOID


@pytest.mark.parametrize(
    ("others", "verdict"), [(stalling.FINE - 1, None), (stalling.FINE, "timeout")]
)
def test_bots_that_stall_do_not_shield_each_other(
    sqlite_town: Any, others: int, verdict: str | None
) -> None:
    town = sqlite_town
    match_id = town.match()
    first = stalled(town, match_id)
    ended_before(town, first.worker, AttemptStatus.VOID)
    for _ in range(others):
        ended_before(town, first.worker, AttemptStatus.REPORTED)
    take(town, first)
    take(town, stalled(town, match_id, 2))
    assert town.read(Match, match_id).seats[0].verdict == verdict
