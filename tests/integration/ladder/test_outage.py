"""The loop itself: it outlives a queue that is away, and stops when told."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from ladder_town import Town
from sqlalchemy import event

from scuffle.jobs import match_job_id
from scuffle_platform import house, scheduler
from scuffle_platform.queue import Queue
from scuffle_platform.settings import Settings
from scuffle_platform.store import OperationalError, Store, heartbeats
from scuffle_platform.store.migrate import migrate
from scuffle_platform.store.models import Match, MatchStatus


class Rounds(threading.Event):
    """A stop signal that lets the loop go round a few times at once, without waiting."""

    def __init__(self, rounds: int) -> None:
        super().__init__()
        self.left = rounds

    def wait(self, timeout: float | None = None) -> bool:
        self.left -= 1
        return self.left < 0


def test_the_loop_outlives_a_queue_that_is_away(sqlite_town: Any, caplog: Any) -> None:
    town = sqlite_town
    match_id = town.match()
    settings = Settings(
        data=town.folder,
        database_url=town.store.url,
        redis_url=f"unix://{town.folder / 'nobody.sock'}",
    )
    rounds = Rounds(3)
    scheduler.run(settings, rounds)
    assert rounds.left == -1
    said = [one.message for one in caplog.records if "waiting for" in one.message]
    assert len(said) == 1
    assert town.attempts(match_id) == []


def test_scheduler_and_recorder_say_that_they_are_at_work(town: Any) -> None:
    def words(seconds: float) -> list[str]:
        at = town.now + timedelta(seconds=seconds)
        with town.store.reading() as session:
            return [heartbeats.word(session, part, at) for part in ("scheduler", "recorder")]

    assert words(0) == ["never seen", "never seen"]
    town.tick()
    town.record()
    assert words(20) == ["ok", "ok"]
    town.tick(100)
    assert words(0) == ["ok", "silent for 100 s"]
    town.record()
    assert words(40) == ["silent for 40 s"] * 2


@pytest.fixture
def postgres_town(postgres_url: str, queue: Queue, tmp_path: Path) -> Iterator[Town]:
    migrate(postgres_url)
    with Store(postgres_url) as store:
        house.seed(store)
        yield Town(store, queue, tmp_path)


def restart(url: str) -> None:
    """What a restart of the server does to everybody who is connected."""
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")


def test_a_restarted_postgresql_costs_no_round(postgres_town: Town) -> None:
    town = postgres_town
    town.match()
    restart(town.store.url)
    town.tick()
    assert len(town.attempts(town.matches()[0].id)) == 1


def test_a_recording_cut_by_a_restart_is_done_again(postgres_town: Town) -> None:
    town = postgres_town
    match_id = town.match()
    job_id = match_job_id(match_id, 1)
    town.report(job_id, town.played(town.start(match_id)).model_dump(mode="json"))
    statements: list[str] = []

    def cut(*words: Any) -> None:
        statements.append(words[2])
        if words[2].startswith("INSERT INTO replays"):
            restart(town.store.url)

    event.listen(town.store.engine, "before_cursor_execute", cut)
    with pytest.raises(OperationalError):
        town.recorder.record_match(job_id)
    event.remove(town.store.engine, "before_cursor_execute", cut)
    assert town.read(Match, match_id).status is MatchStatus.QUEUED
    town.record()
    town.tick(12)
    town.tick(12)
    town.record()
    assert town.read(Match, match_id).status is MatchStatus.FINISHED
    assert [one.status for one in town.attempts(match_id)] == ["reported"]


def test_a_full_disk_loses_no_report(sqlite_town: Town) -> None:
    town = sqlite_town
    match_id = town.match()
    job_id = match_job_id(match_id, 1)
    town.report(job_id, town.played(town.start(match_id)).model_dump(mode="json"))

    def fill(connection: Any, *_: Any) -> None:
        connection.execute("PRAGMA max_page_count = 1")

    town.store.close()
    event.listen(town.store.engine, "connect", fill)
    with pytest.raises(OperationalError, match="full"):
        town.recorder.record_match(job_id)
    event.remove(town.store.engine, "connect", fill)
    town.store.close()
    assert town.read(Match, match_id).status is MatchStatus.QUEUED
    town.record()
    assert town.read(Match, match_id).status is MatchStatus.FINISHED
