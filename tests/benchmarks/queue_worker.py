"""A worker whose jobs do nothing: ``queue_worker.py ours|rq REDIS NAME SLOT``.

``ours`` is the real worker with all that it does around a match: lease, report, spool, card. Only
the match itself is left out. ``rq`` is RQ's own worker, which has the module of its job loaded.
"""

import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import benchmarks.queue_job  # noqa: F401 - preloaded, so that no job pays for it
from redis import Redis
from rq import Worker

from scuffle.jobs import MATCHES, PlayJob
from scuffle_sandbox import worker
from scuffle_sandbox.duties import Desk


class IdleDesk(Desk):
    """A desk at which matches come to nothing at once."""

    def _play(self, job: PlayJob) -> Any:
        return self._void_match(job, "nothing was played", time.time())


def main(kind: str, url: str, name: str, slot: str) -> None:
    """Work until stopped."""
    if kind == "rq":
        connection = Redis.from_url(url)
        Worker(["noop"], name=name, connection=connection).work(logging_level="WARNING")
    else:
        worker.Desk = IdleDesk
        worker.serve(worker.Post(url, name, (MATCHES,), int(slot), "auto"))


if __name__ == "__main__":
    main(*sys.argv[1:])
