"""A bot that lets the wall-clock limit pass on a busy host: once our fault, twice its own."""

from pathlib import Path
from typing import Any

import pytest
from ladder_players import crash, first_action, played
from ladder_town import Town
from sqlalchemy import select

from scuffle.contract import Verdict
from scuffle.jobs import STALLED_AGAIN, PlayJob, PlayReport, VerdictRecord, match_job_id
from scuffle_platform.matchmaker import pairing_of
from scuffle_platform.queue import Queue
from scuffle_platform.store import Store, attempts, ladders, sets, stalling
from scuffle_platform.store.models import (
    AttemptStatus,
    Bot,
    Match,
    MatchKind,
    MatchStatus,
    Version,
)


def take(town: Any, report: PlayReport) -> None:
    """The report's job ends and is recorded."""
    town.report(match_job_id(report.match_id, report.attempt), report.model_dump(mode="json"))
    town.record()


def stalled(town: Any, match_id: str, number: int = 1, player: int = 0) -> PlayReport:
    """What a worker reports when the wall limit passed while its host was busy."""
    job = town.start(match_id, number)
    report: PlayReport = town.played(job, *[town.player] * job.num_players)
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


def ended_before(
    town: Any, worker: str, status: AttemptStatus, match_id: str | None = None
) -> None:
    """Another match of ``worker`` came to that end a moment ago."""
    match_id = match_id or town.match()
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


@pytest.fixture
def dice_town(sqlite_store: Store, queue: Queue, tmp_path: Path) -> Town:
    """A town in which three can play."""
    return Town(sqlite_store, queue, tmp_path, game="virus-roll-write", player=first_action)


def match_of_three(town: Town) -> str:
    """A queued ladder match of three house bots; its id."""
    town.later(0.001)
    with town.store.session() as session:
        query = select(Version).join(Bot).where(Bot.game == town.game).order_by(Bot.name)
        three = session.scalars(query).all()[:3]
        order = sets.SetOrder(
            kind=MatchKind.LADDER,
            game=town.game,
            settings={},
            versions=three,
            seed="seed",
            pairing=pairing_of([one.id for one in three], "3:{}"),
            ladder=ladders.public(session, town.game),
        )
        return sets.create_match(session, order, town.now).id


def failed_for_good(job: PlayJob) -> PlayReport:
    """What a worker reports of a match that goes on without seat 0, whose grace was used up."""
    report = played(job, crash, first_action, first_action)
    assert report.seats[0].verdict.step is not None
    verdict = VerdictRecord(verdict=Verdict.TIMEOUT, step=report.seats[0].verdict.step)
    failed = report.seats[0].model_copy(update={"verdict": verdict, "detail": STALLED_AGAIN})
    return report.model_copy(update={"seats": (failed, *report.seats[1:])})


def stalled_twice(town: Town) -> tuple[str, PlayJob]:
    """A match of three in which seat 0 stalled twice on a worker that was fine; its third job."""
    ended_before(town, "w1", AttemptStatus.REPORTED, match_of_three(town))
    match_id = match_of_three(town)
    for number in (1, 2):
        take(town, stalled(town, match_id, number))
        assert town.read(Match, match_id).status is MatchStatus.QUEUED
    return match_id, town.start(match_id, 3)


def test_three_play_on_without_a_bot_that_stalled_twice(dice_town: Town) -> None:
    match_id, job = stalled_twice(dice_town)
    assert job.spent == (0,)
    take(dice_town, failed_for_good(job))
    match = dice_town.read(Match, match_id)
    assert match.status is MatchStatus.FINISHED
    assert [seat.verdict for seat in match.seats] == ["timeout", "ok", "ok"]
    assert match.seats[0].place == 3
    assert {match.seats[1].place, match.seats[2].place} <= {1, 2}
    assert match.seats[0].detail == STALLED_AGAIN


def test_a_worker_that_is_not_fine_fails_none_of_three(dice_town: Town) -> None:
    match_id, job = stalled_twice(dice_town)
    ended_before(dice_town, "w1", AttemptStatus.VOID, match_of_three(dice_town))
    take(dice_town, failed_for_good(job))
    assert dice_town.read(Match, match_id).status is MatchStatus.VOID
    assert dice_town.attempts(match_id)[-1].status is AttemptStatus.VOID


def test_a_worker_cannot_use_up_the_grace_of_one_of_three(dice_town: Town) -> None:
    ended_before(dice_town, "w1", AttemptStatus.REPORTED, match_of_three(dice_town))
    match_id = match_of_three(dice_town)
    job = dice_town.start(match_id)
    assert "spent" not in job.model_dump()
    take(dice_town, failed_for_good(job))
    assert dice_town.read(Match, match_id).status is MatchStatus.QUEUED
