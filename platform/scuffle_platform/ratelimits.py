"""How often one may ask: the API by token, sign-up and failed log-ins by address and account.

Counts lie in Redis so that all web processes share them; while Redis is away each process counts
for itself. A site that cannot count must not lock everybody out.
"""

import logging
import time
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import cast

from flask import Flask, Response, current_app, request
from flask_limiter import HeaderNames, Limiter, RateLimitExceeded
from limits import parse
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError

from scuffle_platform.auth import caller
from scuffle_platform.errors import answer
from scuffle_platform.headers import UNSENT
from scuffle_platform.problems import Problem

log = logging.getLogger(__name__)

API_LIMIT = "120 per minute"
GATE_LIMIT = "60 per 10 minutes"
OWN_LIMIT = "5 per 10 minutes"
"""Failed log-ins of one account from an address whose limit is used up: a class sits behind one."""
FLOOD_LIMIT = "600 per 10 minutes"
"""Failed log-ins from one address whatever the accounts: more than any class makes by hand."""

_HEADERS = {
    HeaderNames.LIMIT: "RateLimit-Limit",
    HeaderNames.REMAINING: "RateLimit-Remaining",
    HeaderNames.RESET: "RateLimit-Reset",
    # On every answer, and never before the window ends: for those who may not go on it is said by
    # the refusal itself.
    HeaderNames.RETRY_AFTER: UNSENT,
}


@dataclass
class Gate:
    """Counts tries of a kind (sign-up, failed log-in) by who makes them."""

    storage: Storage

    def __post_init__(self) -> None:
        self._shared = FixedWindowRateLimiter(self.storage)
        self._own = FixedWindowRateLimiter(MemoryStorage())

    def check(self, kind: str, who: str, limit: str = GATE_LIMIT) -> None:
        """Let pass whoever has tries left; takes none.

        Raises:
            Problem: 429 with ``Retry-After``.
        """
        again = self.closed_until(kind, who, limit)
        if again is not None:
            raise too_many(again, limit)

    def closed_until(self, kind: str, who: str, limit: str = GATE_LIMIT) -> float | None:
        """When ``who`` has tries again, in POSIX seconds; ``None``: there are some left."""
        item = parse(limit)
        for counter in self._counters():
            try:
                if counter.test(item, kind, who):
                    return None
                return counter.get_window_stats(item, kind, who).reset_time
            except RedisError as error:
                log.warning("rate limits count in memory: %s", error)
        return None

    def count(self, kind: str, who: str, limit: str = GATE_LIMIT) -> None:
        """Take one try from ``who``."""
        for counter in self._counters():
            try:
                counter.hit(parse(limit), kind, who)
                return
            except RedisError as error:
                log.warning("rate limits count in memory: %s", error)

    def _counters(self) -> tuple[FixedWindowRateLimiter, FixedWindowRateLimiter]:
        return self._shared, self._own


def too_many(reset_time: float, limit: str) -> Problem:
    """The answer to whoever asks too often.

    Args:
        reset_time: POSIX seconds when tries are given again.
        limit: what was used up, such as ``60 per 10 minutes``.
    """
    wait_s = max(1, ceil(reset_time - time.time()))
    return Problem(
        429,
        "too-many-requests",
        f"That was too often: the limit is {limit.replace('per', 'in')}.",
        f"Wait {wait_s} seconds, then try again.",
        headers={"Retry-After": str(wait_s)},
    )


def register_rate_limits(app: Flask, redis_url: str | None) -> Limiter:
    """Count what is asked of ``app``; without ``redis_url`` in memory."""
    uri = _storage_uri(redis_url)
    limiter = Limiter(
        _caller,
        headers_enabled=True,
        header_name_mapping=_HEADERS,
        storage_uri=uri,
        strategy="fixed-window",
        in_memory_fallback_enabled=redis_url is not None,
        key_prefix="scuffle",
    )
    limiter.init_app(app)
    app.register_error_handler(RateLimitExceeded, partial(_answer, limiter))
    app.extensions["scuffle.gate"] = Gate(cast(Storage, storage_from_string(uri)))
    return limiter


def _answer(limiter: Limiter, exceeded: RateLimitExceeded) -> Response:
    breached = limiter.current_limit
    reset_time = breached.reset_at if breached else time.time()
    # Nobody should come back within the same second.
    wait_s = ceil(max(0.0, reset_time - time.time())) + 1
    return answer(
        Problem(
            429,
            "too-many-requests",
            f"That was too often: the limit is {exceeded.description}.",
            "Wait as long as the Retry-After header says, then go on.",
            headers={"Retry-After": str(wait_s)},
        )
    )


def gate() -> Gate:
    """The current app's gate."""
    found: Gate = current_app.extensions["scuffle.gate"]
    return found


def address() -> str:
    """Where the request comes from; IPv6 by its /64, which is one household."""
    found = request.remote_addr or "unknown"
    return ":".join(found.split(":")[:4]) if found.count(":") > 3 else found


def _caller() -> str:
    found = caller()
    return found.key if found else f"address/{address()}"


def _storage_uri(redis_url: str | None) -> str:
    if redis_url is None:
        return "memory://"
    return redis_url.replace("unix://", "redis+unix://", 1)
