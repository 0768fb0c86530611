"""What went wrong elsewhere: each case once, and the numbers of the field reports it stands for.

Others: C3 and C21 in ``test_recorder`` (our fault voids an attempt, three void the match; other
rules; a recorder that raises), C5 in ``test_attempts_shown``, C9 and C11 in
``test_killed_anywhere``, C13 in ``unit/test_matchmaker`` and ``test_series_sets``, C15 in
``test_blame`` and ``test_void_and_replay``, C19 in ``test_spool`` and ``test_worker_spool``, C23
in ``test_ladder_life``, C25 in ``test_random_faults``, C27 in ``contracts/hostile/life`` and
``test_worker_killed``, C29 in ``unit/test_matchmaker_simulated``, C31 in
``test_operations_pages``; D1 in ``test_threads``, D3 in ``unit/test_rating`` and
``test_fairness_shown``, D5 in ``unit/test_matchmaker_simulated``, D7 in ``test_fairness_shown``,
D9 in ``e2e/test_charts``, D11 in ``unit/test_rating`` and ``unit/test_tournament_ties``,
D13 in ``unit/test_sequential`` and ``test_series_life``, D15 in ``site/test_site_privacy``.
"""

import gzip
import multiprocessing
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from rq import Queue as RqQueue
from rq.exceptions import DequeueTimeout
from rq.serializers import JSONSerializer
from sqlalchemy import func, select

from scuffle.jobs import PlayJob, Program, match_job_id
from scuffle.limits import Limits
from scuffle_platform.app import create_app
from scuffle_platform.fixed_job import FixedJob
from scuffle_platform.matchmaker import pairing_of
from scuffle_platform.queue import Hint, Queue
from scuffle_platform.recorder import Recorder
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store, accounts, sets
from scuffle_platform.store.completeness import gaps
from scuffle_platform.store.integrity import violations
from scuffle_platform.store.models import (
    Alert,
    AttemptStatus,
    Bot,
    Ladder,
    Match,
    MatchKind,
    MatchStatus,
    Replay,
    SeatRow,
    Version,
)


def pause(town: Any) -> None:
    with town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True


def agrees(town: Any) -> None:
    with town.store.reading() as session:
        assert [*violations(session), *gaps(session, town.now)] == []


@pytest.fixture
def app(sqlite_town: Any, empty_valkey: str) -> Iterator[Flask]:
    town = sqlite_town
    settings = Settings(data=town.folder, database_url=town.store.url, redis_url=empty_valkey)
    app = create_app(settings, TESTING=True)
    yield app
    app.extensions["scuffle.store"].close()


def _record_in_a_process(url: str, queue_url: str, job_id: str, report: Any, gate: Any) -> None:
    with Store(url) as store, Queue(queue_url) as queue:
        gate.wait()
        Recorder(store, queue)._take_match(job_id, report)


def test_two_reports_for_one_match_at_once_from_sixteen_processes(
    town: Any, empty_valkey: str
) -> None:
    """C9, C11: whichever comes first counts, whole, and once."""
    match_id = town.match()
    job = town.start(match_id)
    reports = [town.played(job), town.played(job, town.crash, town.any_action)]
    context = multiprocessing.get_context("fork")
    gate = context.Barrier(16)
    town.store.close()
    processes = [
        context.Process(
            target=_record_in_a_process,
            args=(
                town.store.url,
                empty_valkey,
                match_job_id(match_id, 1),
                reports[number % 2].model_dump(mode="json"),
                gate,
            ),
        )
        for number in range(16)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 16
    match = town.read(Match, match_id)
    assert match.status is MatchStatus.FINISHED
    assert match.steps in {len(report.steps) for report in reports}
    assert [one.status for one in town.attempts(match_id)] == [AttemptStatus.REPORTED]
    assert town.read(Ladder, match.ladder_id).stale - 1 == town.read(Ladder, match.ladder_id).fitted
    town.tick()
    agrees(town)


def test_a_job_given_again_while_ten_workers_poll_is_never_lost(queue: Queue) -> None:
    """C9: a thousand times; what a worker took is not taken for waiting."""
    program = Program(hash="0" * 64, language="python", kind="function", entry="bot.py")
    taken: Counter[str] = Counter()
    over = []

    def poll() -> None:
        with Queue(str(queue_url(queue))) as mine:
            names = RqQueue("matches", connection=mine.connection, serializer=JSONSerializer)
            while not over or names.count:
                with suppress(DequeueTimeout):
                    job, _ = RqQueue.dequeue_any(
                        [names],
                        1,
                        connection=mine.connection,
                        job_class=FixedJob,
                        serializer=JSONSerializer,
                    )
                    taken[job.id] += 1

    job_ids = []
    with ThreadPoolExecutor(10) as pool:
        workers = [pool.submit(poll) for _ in range(10)]
        for number in range(1000):
            job = PlayJob(
                match_id=f"m{number}",
                attempt=1,
                token="t",
                game="virus-war",
                settings={},
                num_players=2,
                seed="s",
                programs=(program, program),
                limits=Limits(),
            )
            job_ids.append(queue.enqueue_match(job))
            if number % 3 == 0:
                queue.enqueue_match(job)
        over.append(True)
        for worker in workers:
            worker.result()
    assert set(taken) == set(job_ids)
    assert max(taken.values()) <= 2
    assert {queue.hint(job_id) for job_id in job_ids} == {Hint.TAKEN}


def queue_url(queue: Queue) -> str:
    return f"unix://{queue.connection.connection_pool.connection_kwargs['path']}"


def test_a_replay_of_ten_megabytes(town: Any) -> None:
    match_id = town.match()
    report = town.played(town.start(match_id))
    noise = random.Random(1)
    tags = tuple(
        "".join(noise.choices("abcdefghijklmnop", k=10_500_000 // len(report.steps)))
        for _ in range(2)
    )
    steps = tuple(
        step.model_copy(update={"tags": (tags[number % 2],)})
        for number, step in enumerate(report.steps)
    )
    found = report.model_copy(update={"steps": steps}).model_dump(mode="json")
    town.report(match_job_id(match_id, 1), found)
    town.record()
    assert town.read(Match, match_id).status is MatchStatus.FINISHED
    with town.store.reading() as session:
        stored = session.get_one(Replay, match_id)
        assert stored.size > 10_000_000
        assert len(gzip.decompress(stored.data)) == stored.size
    town.tick()
    agrees(town)


def test_a_clock_set_back_an_hour_between_start_and_end(sqlite_town: Any) -> None:
    town = sqlite_town
    pause(town)
    first, lost = town.match(), town.match()
    town.show_card()
    town.tick()
    report = town.played(town.job(match_job_id(first, 1)))
    for match_id in (first, lost):
        town.hold(match_job_id(match_id, 1))
    town.tick(3)
    town.now -= timedelta(hours=1)
    report = report.model_copy(update={"ended": report.started - 3600})
    town.queue.connection.lrem("rq:queue:matches", 0, match_job_id(lost, 1))
    town.report(match_job_id(first, 1), report.model_dump(mode="json"))
    town.record()
    town.let_go(match_job_id(lost, 1))
    town.show_card()
    for _ in range(5):
        town.tick(3)
    assert town.read(Match, first).status is MatchStatus.FINISHED
    assert town.read(Match, first).fit_id, "fitted at once, not an hour later"
    assert [one.status for one in town.attempts(lost)] == ["lost", "queued"]
    agrees(town)


def test_an_account_deleted_with_matches_queued(sqlite_town: Any, app: Flask) -> None:
    """Also: the page of a match whose bot was deleted."""
    town = sqlite_town
    pause(town)
    ann = town.person("ann")
    bot_id = town.bot("mine", ann)
    played = town.match_of(bot_id)
    town.report_match(played)
    playing, waiting = town.match_of(bot_id), town.match_of(bot_id)
    town.tick(3)
    town.hold(match_job_id(playing, 1))
    town.tick(3)
    with town.store.session() as session:
        accounts.erase(session, ann)
    town.tick(11)
    assert town.read(Match, waiting).status is MatchStatus.CANCELLED
    town.hold(match_job_id(playing, 1))
    town.work()
    town.record()
    town.tick()
    assert town.read(Match, playing).status is MatchStatus.FINISHED
    agrees(town)
    client = app.test_client()
    for match_id in (played, playing, waiting):
        page = client.get(f"/matches/{match_id}")
        assert page.status_code == 200
        assert f"retired-{bot_id}" in page.text
        assert client.get(f"/api/v1/matches/{match_id}").status_code == 200
    assert client.get(f"/bots/{bot_id}").status_code in (200, 404)


def test_the_same_bot_twice_in_a_match(sqlite_town: Any, app: Flask) -> None:
    town = sqlite_town
    pause(town)
    ann = town.person("ann")
    bot_id = town.bot("mine", ann)
    with town.store.session() as session:
        mine = session.get_one(Version, session.get_one(Bot, bot_id).active_version_id)
        order = sets.SetOrder(
            kind=MatchKind.CHALLENGE,
            game=town.game,
            settings={"size": 6},
            versions=[mine, mine],
            seed="seed",
            pairing=pairing_of([mine.id, mine.id], "2:{}"),
            asked_by=ann,
        )
        match_id = sets.create_match(session, order, town.now).id
    town.report_match(match_id)
    match = town.read(Match, match_id)
    assert match.status is MatchStatus.FINISHED
    assert sorted(seat.place for seat in match.seats) == [1, 2]
    client = app.test_client()
    assert client.get(f"/matches/{match_id}").status_code == 200
    assert client.get(f"/bots/{bot_id}").status_code == 200
    agrees(town)


def illegal(state: dict[str, Any]) -> dict[str, Any]:
    return {"action": "nonsense"}


def empty(state: dict[str, Any]) -> Any:
    return None


def no_arguments() -> None: ...


def test_a_hundred_matches_of_faulty_bots_all_reach_an_end(sqlite_town: Any) -> None:
    """C1, C17: a crash is a normal verdict, counted once for its seat."""
    town = sqlite_town
    pause(town)
    rng = random.Random(7)
    kinds = [town.crash, illegal, empty, no_arguments, town.any_action]
    matches = [town.match(MatchKind.CHALLENGE) for _ in range(100)]
    for match_id in matches:
        players = rng.choices(kinds, k=2)
        report = town.played(town.start(match_id), *players)
        town.recorder._take_match(match_job_id(match_id, 1), report.model_dump(mode="json"))
    assert {one.status for one in town.matches()} == {MatchStatus.FINISHED}
    with town.store.reading() as session:
        counted = dict(
            session.execute(select(SeatRow.verdict, func.count()).group_by(SeatRow.verdict)).all()
        )
    assert sum(counted.values()) == 200
    assert len(counted) > 3
    agrees(town)


def test_a_match_without_its_program_ends_and_the_next_is_played(sqlite_town: Any) -> None:
    """C7, C21: three attempts, then void by our fault, an alert, and the queue moves on."""
    town = sqlite_town
    pause(town)
    fine = town.match()
    bot_id = town.bot("mine", town.person("ann"))
    with town.store.session() as session:
        version = session.get_one(Version, session.get_one(Bot, bot_id).active_version_id)
        version.program = {**(version.program or {}), "hash": "0" * 64}
    broken = town.match_of(bot_id)
    for _ in range(4):
        town.show_card()
        town.tick(3)
        town.work()
        town.record()
    assert town.read(Match, broken).status is MatchStatus.VOID
    assert "is not in the store" in town.read(Match, broken).sentence
    assert [one.fault for one in town.attempts(broken)] == ["ours"] * 3
    assert town.read(Match, fine).status is MatchStatus.FINISHED
    with town.store.reading() as session:
        assert [one.subject for one in session.scalars(select(Alert))] == [broken]


def test_what_rq_thinks_of_a_finished_job_changes_nothing(sqlite_town: Any) -> None:
    """C9: its cleanup is forced, and the job is said to have failed."""
    town = sqlite_town
    pause(town)
    match_id = town.match()
    town.report_match(match_id)
    town.tick()
    job = town.read(Match, match_id)
    for name in ("matches", "results", "checks"):
        queue = RqQueue(name, connection=town.queue.connection, serializer=JSONSerializer)
        for registry in (queue.started_job_registry, queue.failed_job_registry):
            registry.cleanup()
    town.queue.enqueue_record(match_job_id(match_id, 1), ended=True)
    town.record()
    assert town.read(Match, match_id).fit_id == job.fit_id
    agrees(town)
