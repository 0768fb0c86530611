"""What the queue costs a match beside an RQ job that does nothing, with four workers on two cores.

From the first job given to the last report in the queue. Ours comes with the job's recording, the
lease, the report on disk, and the worker's card; RQ's with nothing. The match itself is left out.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from benchmarks.measuring import in_turn
from benchmarks.queue_job import nothing
from redis import Redis
from rq import Queue as RqQueue
from rq.registry import FinishedJobRegistry

from scuffle.jobs import MATCHES, PlayJob, Program
from scuffle.limits import Limits
from scuffle_platform.queue import Queue
from scuffle_platform.supervisor.waiting import wait_until

Note = Callable[[str, float, float, str], float]
HERE = Path(__file__).parent
WORKERS, JOBS, CORES = 4, 120, {0, 1}
PROGRAM = Program(hash="0" * 64, language="python", kind="function", entry="main.py")
numbers = count()


@contextmanager
def workers(url: str, kind: str, folder: Path) -> Iterator[None]:
    """Four workers on two cores."""
    hired = [
        subprocess.Popen(
            (sys.executable, HERE / "queue_worker.py", kind, url, f"{kind}-{slot}", str(slot)),
            env=os.environ | {"SCUFFLE_RUN": folder.name},
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: os.sched_setaffinity(0, CORES & os.sched_getaffinity(0)),
        )
        for slot in range(WORKERS)
    ]
    try:
        yield
    finally:
        for one in hired:
            one.terminate()
        for one in hired:
            one.wait(30)


@pytest.fixture
def queue(empty_valkey: str, tmp_path: Path) -> Iterator[Queue]:
    """The queue, with four of our workers and four of RQ's beside it."""
    with (
        Queue(empty_valkey) as queue,
        workers(empty_valkey, "ours", tmp_path),
        workers(empty_valkey, "rq", tmp_path),
    ):
        wait_until(
            lambda: len(queue.cards()) == WORKERS and _registered(queue) == 2 * WORKERS,
            60,
            "all workers are there",
        )
        yield queue


def _registered(queue: Queue) -> int:
    return int(queue.connection.scard("rq:workers"))


def give_ours(queue: Queue) -> str:
    for number in (next(numbers) for _ in range(JOBS)):
        job = PlayJob(
            match_id=f"m{number}",
            attempt=1,
            token="secret",
            game="virus-war",
            settings={"size": 6},
            num_players=2,
            seed="1",
            programs=(PROGRAM, PROGRAM),
            limits=Limits(),
        )
        queue.enqueue_match(job)
    return MATCHES


def give_rq(connection: Redis) -> str:
    queue = RqQueue("noop", connection=connection)
    for _ in range(JOBS):
        queue.enqueue(nothing)
    return "noop"


def rate(connection: Redis, give: Callable[[], str]) -> float:
    """Jobs a second, from the first one given to the last one ended."""
    started = time.perf_counter()
    name = give()
    ended = FinishedJobRegistry(name, connection=connection)
    wait_until(lambda: connection.zcard(ended.key) >= JOBS, 120, f"{JOBS} jobs of {name} end")
    took = time.perf_counter() - started
    connection.delete(ended.key)
    return JOBS / took


def test_queue_against_an_rq_job(queue: Queue, note: Note) -> None:
    connection = queue.connection
    ours, theirs = in_turn(
        lambda: rate(connection, lambda: give_ours(queue)),
        lambda: rate(connection, lambda: give_rq(connection)),
    )
    assert note("RQ no-op jobs / matches through the queue", theirs, ours, "a second") <= 1.5
