"""The site's end of a board: what its person sees now, and handing on what they do.

The board's other end is the process that plays it. Nothing here decides a rule: an answer is
compared with what was shown, taken once, and judged again by the match loop.
"""

import time
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Any, cast

from flask import Flask, current_app
from pydantic import ValidationError
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from scuffle.hand import (
    HERE,
    KEPT_S,
    LEFT,
    Move,
    Position,
    answers_key,
    bell_key,
    board_key,
)
from scuffle_platform.problems import Problem

WAIT_MS = 2_000
"""How long one request waits for news; below the patience with the connection."""
PATIENCE_S = 4.0
WAITING = 12
"""So many requests may wait at a time, as each holds a thread of this process; others just look."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A position with the mark by which a page asks for the next one."""

    mark: str
    position: Position


class Boards:
    """Every board of one Redis."""

    def __init__(self, url: str) -> None:
        """Connect lazily to ``url``."""
        self._places = BoundedSemaphore(WAITING)
        self._connection = Redis.from_url(
            url, socket_timeout=PATIENCE_S, socket_connect_timeout=1.0, retry=Retry(NoBackoff(), 0)
        )

    def close(self) -> None:
        """Close the connections."""
        self._connection.close()

    def shown(self, match_id: str) -> Shown | None:
        """What the person at a board sees now; ``None`` before it was laid out.

        Raises:
            Problem: 503, the queue is away.
        """
        try:
            found = self._connection.xrevrange(board_key(match_id), count=1)
        except RedisError:
            raise _away() from None
        return _read(cast("list[Any]", found))

    def news(self, match_id: str, mark: str) -> Shown | None:
        """What comes after ``mark``, waited for a few seconds; ``None``: nothing did.

        Raises:
            Problem: 503, the queue is away.
        """
        key, waits = board_key(match_id), self._places.acquire(blocking=False)
        try:
            found = cast("Any", self._connection.xread({key: mark}, block=WAIT_MS if waits else 1))
        except RedisError:
            raise _away() from None
        finally:
            if waits:
                self._places.release()
        entries = found.get(key.encode(), [[]])[0] if isinstance(found, dict) else _entries(found)
        return _read(entries[-1:])

    def play(self, match_id: str, request: int, move: Move) -> bool:
        """Hand a move on, if it is the first for its request; whether it was.

        Raises:
            Problem: 503, the queue is away.
        """
        key = answers_key(match_id)
        try:
            first = bool(self._connection.hsetnx(key, str(request), move.model_dump_json()))
            if first:
                self._ring(match_id)
        except RedisError:
            raise _away() from None
        return first

    def stay(self, match_id: str) -> None:
        """Its person is there.

        Raises:
            Problem: 503, the queue is away.
        """
        self._say(match_id, HERE, str(time.time()))

    def leave(self, match_id: str) -> None:
        """Its person gives up.

        Raises:
            Problem: 503, the queue is away.
        """
        self._say(match_id, LEFT, "1")

    def _say(self, match_id: str, field: str, word: str) -> None:
        try:
            self._connection.hset(answers_key(match_id), field, word)
            self._ring(match_id)
        except RedisError:
            raise _away() from None

    def _ring(self, match_id: str) -> None:
        with self._connection.pipeline() as pipe:
            pipe.rpush(bell_key(match_id), "1")
            pipe.expire(bell_key(match_id), KEPT_S)
            pipe.expire(answers_key(match_id), KEPT_S)
            pipe.execute()


def register_boards(app: Flask, redis_url: str) -> None:
    """Let ``app`` reach the boards."""
    app.extensions["scuffle.boards"] = Boards(redis_url)


def boards() -> Boards:
    """The app's boards."""
    found: Boards = current_app.extensions["scuffle.boards"]
    return found


def _entries(found: Any) -> list[Any]:
    return list(found[0][1]) if found else []


def _read(entries: list[Any]) -> Shown | None:
    for mark, fields in entries:
        try:
            position = Position.model_validate_json(fields[b"position"])
        except (KeyError, ValidationError):
            continue
        return Shown(mark.decode(), position)
    return None


def _away() -> Problem:
    return Problem(
        503,
        "board-away",
        "The board cannot be reached just now.",
        "Wait a moment and try again; a match whose board is lost counts for nothing.",
        headers={"Retry-After": "5"},
    )
