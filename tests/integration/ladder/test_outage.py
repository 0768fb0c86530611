"""The loop itself: it outlives a queue that is away, and stops when told."""

import threading
from datetime import timedelta
from typing import Any

from scuffle_platform import scheduler
from scuffle_platform.settings import Settings
from scuffle_platform.store import heartbeats


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
