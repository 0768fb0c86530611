"""The loop itself: it outlives a queue that is away, and stops when told."""

import threading
from typing import Any

from scuffle_platform import scheduler
from scuffle_platform.settings import Settings


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
