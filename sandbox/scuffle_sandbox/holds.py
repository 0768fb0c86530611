"""What keeps a worker from taking anything: drained or in quarantine, as the site says."""

import time
from collections.abc import Callable

from pydantic import ValidationError
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.job import Job

from scuffle.jobs import HOLDS, Hold

LOOK_AGAIN_S = 2.0


class Gate:
    """Asks whether a worker may take jobs."""

    def __init__(self, connection: Redis, name: str) -> None:
        self._connection = connection
        self._name = name
        self.hold: Hold | None = None

    def closed(self) -> bool:
        """Whether the worker is to take nothing now; without an answer it stays as it was."""
        try:
            text = self._connection.hget(HOLDS, self._name)
            self.hold = None if text is None else Hold.model_validate_json(text)
        except (RedisError, ValidationError):
            pass
        return self.hold is not None

    def wait(self, show: Callable[[], None]) -> None:
        """Wait until the worker may take jobs; ``show`` is called meanwhile, and at the end."""
        waited = False
        while self.closed():
            waited = True
            show()
            time.sleep(LOOK_AGAIN_S)
        if waited:
            show()


def put_back(job: Job, queue: Queue) -> None:
    """Leave a job that was just taken to another worker, before all others."""
    queue.push_job_id(job.id, at_front=True)
