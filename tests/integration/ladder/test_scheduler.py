"""The scheduler under a clock that we move: leases, losses, and what the queue forgot."""

from datetime import timedelta
from typing import Any

import pytest
from redis.exceptions import RedisError
from sqlalchemy import select

from scuffle.jobs import REPORTS, match_job_id
from scuffle_platform.queue import Hint, Queue
from scuffle_platform.scheduler import Scheduler
from scuffle_platform.store.models import (
    AttemptStatus,
    Ladder,
    Match,
    MatchStatus,
)


def pause(town: Any) -> None:
    """Make no new sets, so that a test's own match is the only one."""
    with town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True


def test_a_match_goes_from_queued_to_playing_to_finished(town: Any) -> None:
    pause(town)
    match_id = town.match()
    job_id = match_job_id(match_id, 1)
    town.tick()
    assert town.queue.hint(job_id) is Hint.WAITING
    assert town.read(Match, match_id).status is MatchStatus.QUEUED
    town.hold(job_id)
    town.tick(3)
    match = town.read(Match, match_id)
    assert (match.status, match.started) == (MatchStatus.PLAYING, town.now)
    (attempt,) = town.attempts(match_id)
    assert attempt.status is AttemptStatus.RUNNING
    assert attempt.lease == town.now + timedelta(seconds=6)
    town.work()
    town.record()
    town.tick()
    assert town.read(Match, match_id).status is MatchStatus.FINISHED


def test_a_lease_that_runs_out_loses_the_attempt_and_queues_the_next(town: Any) -> None:
    pause(town)
    match_id = town.match()
    job_id = match_job_id(match_id, 1)
    town.tick()
    town.hold(job_id)
    town.tick(3)
    town.let_go(job_id)
    town.tick(3)
    assert town.attempts(match_id)[0].status is AttemptStatus.RUNNING
    town.tick(4)
    assert [one.status for one in town.attempts(match_id)] == ["lost", "queued"]
    assert [one.worker for one in town.attempts(match_id)] == ["w1", ""]
    assert town.queue.hint(match_job_id(match_id, 2)) is Hint.WAITING
    assert "Attempt 1 failed by us" in town.read(Match, match_id).sentence


def test_a_match_of_a_dead_worker_waits_for_another_within_twenty_seconds(
    sqlite_town: Any,
) -> None:
    """Killed, frozen or cut off just after it renewed its lease, which then lasts 10 s."""
    town = sqlite_town
    pause(town)
    match_id = town.match()
    town.tick()
    town.hold(match_job_id(match_id, 1))
    town.tick(2)
    passed = 0
    while len(town.attempts(match_id)) == 1:
        passed += 2
        if passed > 10:
            town.let_go(match_job_id(match_id, 1))
        town.tick(2)
    assert passed <= 20
    assert town.queue.hint(match_job_id(match_id, 2)) is Hint.WAITING


def test_a_recording_whose_recorder_was_killed_is_given_again(sqlite_town: Any) -> None:
    """It was taken from the queue, and nobody says that it ended."""
    town = sqlite_town
    pause(town)
    match_id = town.match()
    town.tick()
    town.work()
    town.queue.connection.delete("rq:queue:results")
    for _ in range(3):
        town.tick(3)
        town.record()
    assert town.read(Match, match_id).status is MatchStatus.QUEUED
    town.tick(3)
    town.tick(3)
    town.record()
    assert town.read(Match, match_id).status is MatchStatus.FINISHED


def test_a_report_that_is_handed_in_later_counts_while_it_is_wanted(town: Any) -> None:
    """C19: the worker was cut off as the match ended, and its job says nothing."""
    pause(town)
    match_id = town.match()
    job_id = match_job_id(match_id, 1)
    town.tick()
    report = town.played(town.job(job_id)).model_dump_json()
    town.queue.connection.delete("rq:queue:matches")
    town.hold(job_id)
    town.tick(3)
    town.queue.connection.hset(REPORTS, job_id, report)
    town.tick(3)
    town.record()
    assert town.read(Match, match_id).status is MatchStatus.FINISHED
    assert town.queue.handed_in() == []
    town.queue.connection.hset(REPORTS, mapping={job_id: report, "no job": "", "match-x-1": "{"})
    town.tick(3)
    town.record()
    assert town.queue.connection.hkeys(REPORTS) == []
    assert [one.status for one in town.attempts(match_id)] == ["reported"]


def test_a_worker_that_still_renews_its_lease_loses_nothing(sqlite_town: Any) -> None:
    town = sqlite_town
    pause(town)
    match_id = town.match()
    town.tick()
    for _ in range(20):
        town.hold(match_job_id(match_id, 1))
        town.tick(3)
    assert [one.status for one in town.attempts(match_id)] == ["running"]


def test_three_lost_attempts_void_the_match(sqlite_town: Any) -> None:
    town = sqlite_town
    pause(town)
    match_id = town.match()
    for number in (1, 2, 3):
        town.tick(3)
        town.hold(match_job_id(match_id, number))
        town.tick(3)
        town.let_go(match_job_id(match_id, number))
        for _ in range(5):
            town.tick(3)
    assert town.read(Match, match_id).status is MatchStatus.VOID
    assert [one.status for one in town.attempts(match_id)] == ["lost"] * 3


def test_an_emptied_queue_gets_its_jobs_back(town: Any) -> None:
    pause(town)
    match_id = town.match()
    town.tick()
    town.queue.connection.flushall()
    assert town.queue.hint(match_job_id(match_id, 1)) is Hint.GONE
    town.tick(3)
    assert town.queue.hint(match_job_id(match_id, 1)) is Hint.WAITING
    town.work()
    town.record()
    assert town.read(Match, match_id).status is MatchStatus.FINISHED
    assert len(town.attempts(match_id)) == 1


def test_programs_lie_in_the_queue_when_their_job_does(sqlite_town: Any) -> None:
    town = sqlite_town
    pause(town)
    match_id = town.match()
    town.tick()
    for program in town.job(match_job_id(match_id, 1)).programs:
        assert town.queue.fetch_program(program.hash) == town.blob(program.hash)


def test_a_report_that_nobody_recorded_is_recorded(sqlite_town: Any) -> None:
    town = sqlite_town
    pause(town)
    match_id = town.match()
    town.tick()
    town.work()
    town.queue.forget(f"record-match-{match_id}-1")
    town.record()
    assert town.read(Match, match_id).status is MatchStatus.QUEUED
    town.tick(3)
    town.record()
    assert town.read(Match, match_id).status is MatchStatus.FINISHED


def test_a_job_taken_by_a_worker_that_died_at_once_is_lost_soon(sqlite_town: Any) -> None:
    town = sqlite_town
    pause(town)
    match_id = town.match()
    town.tick()
    town.queue.connection.delete("rq:queue:matches")
    for _ in range(4):
        town.tick(3)
    assert [one.status for one in town.attempts(match_id)] == ["queued"]
    town.tick(3)
    town.tick(3)
    assert town.attempts(match_id)[0].status is AttemptStatus.LOST


def test_no_lease_runs_out_while_the_queue_is_away(sqlite_town: Any) -> None:
    town = sqlite_town
    pause(town)
    match_id = town.match()
    town.tick()
    town.hold(match_job_id(match_id, 1))
    town.tick(3)
    nowhere = Queue(f"unix://{town.folder / 'nobody.sock'}")
    there, town.scheduler.lookout.queue = town.scheduler.lookout.queue, nowhere
    for _ in range(5):
        with pytest.raises(RedisError):
            town.tick(30)
    town.scheduler.lookout.queue = there
    town.let_go(match_job_id(match_id, 1))
    town.tick(3)
    assert town.attempts(match_id)[0].status is AttemptStatus.RUNNING
    town.hold(match_job_id(match_id, 1))
    for _ in range(5):
        town.tick(3)
    assert [one.status for one in town.attempts(match_id)] == ["running"]


def test_a_new_scheduler_loses_nothing_it_has_not_looked_for(sqlite_town: Any) -> None:
    town = sqlite_town
    pause(town)
    match_id = town.match()
    town.tick()
    town.hold(match_job_id(match_id, 1))
    town.tick(3)
    town.let_go(match_job_id(match_id, 1))
    town.scheduler = Scheduler(town.store, town.queue, town.settings)
    town.tick(600)
    assert town.attempts(match_id)[0].status is AttemptStatus.RUNNING
    for _ in range(3):
        town.tick(3)
    assert town.attempts(match_id)[0].status is AttemptStatus.LOST
