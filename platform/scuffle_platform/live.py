"""What the queue tells of matches while they are played, and how many may watch at a time.

Workers show steps there; nobody has to believe them. A queue that is away or was emptied shows
nothing for a while, which costs watchers time and nobody else anything.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Any, cast

from flask import current_app
from pydantic import TypeAdapter, ValidationError
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from scuffle.jobs import FailedSeat, StepRecord, steps_key

WAIT_S = 1.0
"""How long one look waits for news; below the patience with the connection."""
PATIENCE_S = 3.0
STEP_BYTES = 65_536
AT_ONCE = 500
_FAILED = TypeAdapter(tuple[FailedSeat, ...])


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that a worker showed.

    Attributes:
        step: what was taken.
        failed: the seats that have failed since the step before.
    """

    step: StepRecord
    failed: tuple[FailedSeat, ...] = ()


class Live:
    """Reads the steps of matches being played.

    Attributes:
        places: one is taken by each stream that is open, as each holds a thread of this process.
    """

    def __init__(self, url: str, streams: int) -> None:
        """Connect lazily to ``url``; at most ``streams`` may be open at a time."""
        self._connection = Redis.from_url(
            url,
            socket_timeout=PATIENCE_S,
            socket_connect_timeout=WAIT_S,
            retry=Retry(NoBackoff(), 0),
        )
        self.places = BoundedSemaphore(streams)

    def close(self) -> None:
        """Close the connections."""
        self._connection.close()

    def steps(self, match_id: str, attempt: int) -> list[Taken]:
        """All that is shown of an attempt now, from its first step on without a gap."""
        try:
            found = self._connection.xrange(steps_key(match_id, attempt))
        except RedisError:
            return []
        return list(_read(cast("Sequence[Any]", found), 0))

    def news(self, match_id: str, attempt: int, seen: int) -> list[Taken]:
        """The steps after the first ``seen``; waits for some, about a second at most."""
        key = steps_key(match_id, attempt)
        try:
            found = self._connection.xread(
                {key: f"{seen}-0"}, count=AT_ONCE, block=round(WAIT_S * 1000)
            )
        except RedisError:
            time.sleep(WAIT_S)
            return []
        streams = cast("Sequence[Any]", found)
        return [step for _, entries in streams for step in _read(entries, seen)]


def live() -> Live:
    """The current app's."""
    found: Live = current_app.extensions["scuffle.live"]
    return found


def _read(entries: Sequence[Any], seen: int) -> Iterator[Taken]:
    """The steps that follow the first ``seen``, until one is missing or is none."""
    for name, fields in entries:
        seen += 1
        step, failed = fields.get(b"step", b""), fields.get(b"failed", b"[]")
        if name != b"%d-0" % seen or max(len(step), len(failed)) > STEP_BYTES:
            return
        try:
            yield Taken(StepRecord.model_validate_json(step), _FAILED.validate_json(failed))
        except ValidationError:
            return
