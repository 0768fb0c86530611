"""Shows in Redis the steps of an attempt as they are taken, for those who watch.

Nothing depends on it: a Redis that is slow, away or emptied costs watchers some time, and the
match none. The report alone says what was played.
"""

import json
import threading
from types import TracebackType
from typing import Any

from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from scuffle.jobs import FailedSeat, StepRecord

EVERY_S = 0.1
AGAIN_S = 1.0
PATIENCE_S = 1.0
PLAYING_S = 600
"""How long a stream stays without a new step; a bot that thinks for longer has lost."""
OVER_S = 60
"""How long it stays after the last one; by then the match is recorded."""
MOST = 4096
"""Steps shown of one attempt; no game of ours has a match of an eighth as many."""

_Entry = dict[Any, Any]
"""Fields of an entry of the stream."""


def impatient(connection: Redis) -> Redis:
    """The same server, by connections that give up soon: a match goes on meanwhile."""
    known = connection.connection_pool
    hasty = {
        **known.connection_kwargs,
        "socket_timeout": PATIENCE_S,
        "socket_connect_timeout": PATIENCE_S,
        "retry": Retry(NoBackoff(), 0),
    }
    return Redis.from_pool(ConnectionPool(known.connection_class, **hasty))


class Broadcast:
    """Puts steps into the stream ``key`` from a thread of its own, while the context lasts."""

    def __init__(self, connection: Redis, key: str) -> None:
        self._connection = connection
        self._key = key
        self._steps: list[_Entry] = []
        self._failed: list[FailedSeat] = []
        self._shown = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="broadcast", daemon=True)

    def __enter__(self) -> "Broadcast":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the thread show what is left, without waiting for it."""
        self._over.set()

    def show(self, step: StepRecord) -> None:
        """Note a step that was taken; neither waits nor raises."""
        failed, self._failed = self._failed, []
        if len(self._steps) < MOST:
            self._steps.append(_entry(step, failed))

    def fail(self, seat: FailedSeat) -> None:
        """Note a failure, to be shown with the next step; one that ends the match is in its result.

        Neither waits nor raises.
        """
        self._failed.append(seat)

    def _run(self) -> None:
        pause_s = EVERY_S
        while not self._over.wait(pause_s):
            sent = len(self._steps) == self._shown or self._send(PLAYING_S)
            pause_s = EVERY_S if sent else AGAIN_S
        self._send(OVER_S)

    def _send(self, kept_s: int) -> bool:
        """Show what is new; after anything odd the whole of it anew, in one transaction."""
        steps = list(self._steps)
        try:
            length = self._write(steps, kept_s)
        except RedisError:
            self._shown = 0
            return False
        # A stream that is too short was lost meanwhile, with the queue.
        self._shown = len(steps) if length == len(steps) else 0
        return self._shown > 0

    def _write(self, steps: list[_Entry], kept_s: int) -> int:
        """Append all but the first ``_shown`` steps; gives the length of the stream."""
        with self._connection.pipeline() as pipe:
            if not self._shown:
                pipe.delete(self._key)
            for number, entry in enumerate(steps[self._shown :], self._shown + 1):
                pipe.xadd(self._key, entry, id=f"{number}-0", maxlen=MOST, approximate=False)
            pipe.expire(self._key, kept_s)
            pipe.xlen(self._key)
            return int(pipe.execute()[-1])


def _entry(step: StepRecord, failed: list[FailedSeat]) -> _Entry:
    fields = {"step": step.model_dump_json()}
    if failed:
        fields["failed"] = json.dumps([seat.model_dump(mode="json") for seat in failed])
    return fields
