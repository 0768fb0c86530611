"""Kills the code under test between any two of its statements, as ``kill -9`` would."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from scuffle_platform.queue import Queue
from scuffle_platform.store import Store


class Killed(BaseException):
    """The process is gone: nothing below may catch this, every open transaction is lost."""


class Reaper:
    """Counts what its process asks of database and queue, and ends it before the n-th."""

    def __init__(self, at: int) -> None:
        self.left = at
        self.killed = False

    def step(self, *_: Any, **__: Any) -> None:
        """One more request is about to be made."""
        self.left -= 1
        if self.left == 0:
            self.killed = True
            raise Killed


@contextmanager
def killing(store: Store, queue: Queue, at: int) -> Iterator[Reaper]:
    """Whatever runs inside is ended before its ``at``-th statement, commit or command."""
    reaper = Reaper(at)
    send = queue.connection.execute_command

    def execute_command(*words: Any, **options: Any) -> Any:
        reaper.step()
        return send(*words, **options)

    for moment in ("before_cursor_execute", "commit"):
        event.listen(store.engine, moment, reaper.step)
    queue.connection.execute_command = execute_command  # type: ignore[method-assign]
    try:
        yield reaper
    except Killed:
        store.engine.dispose()  # its connections are gone with it, and what they had begun
    finally:
        queue.connection.execute_command = send  # type: ignore[method-assign]
        for moment in ("before_cursor_execute", "commit"):
            event.remove(store.engine, moment, reaper.step)
