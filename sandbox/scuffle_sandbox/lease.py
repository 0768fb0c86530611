"""Says in Redis, every three seconds, that this worker still runs an attempt."""

import threading
from types import TracebackType

from redis import Redis
from redis.exceptions import RedisError

EVERY_S = 3.0
EXPIRES_S = 10


class Lease:
    """Holds ``key`` while the context lasts; the first sign is given on entering."""

    def __init__(self, connection: Redis, key: str, holder: str) -> None:
        self._connection = connection
        self._key = key
        self._holder = holder
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._renew, name="lease", daemon=True)

    def __enter__(self) -> "Lease":
        self._sign()
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop renewing; the key expires by itself, after the report was handed in."""
        self._over.set()
        self._thread.join()

    def _renew(self) -> None:
        while not self._over.wait(EVERY_S):
            self._sign()

    def _sign(self) -> None:
        """A Redis that is away costs us the lease at worst, never the match being played."""
        try:
            self._connection.set(self._key, self._holder, ex=EXPIRES_S)
        except RedisError:
            return
