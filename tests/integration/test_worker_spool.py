"""A real worker whose queue goes away or is emptied as a match ends: no report is lost (C19)."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.serializers import JSONSerializer

from scuffle.door import open_upload
from scuffle.jobs import REPORTS, PlayJob, PlayReport, Program, lease_key, program_key
from scuffle.limits import Limits
from scuffle.registry import house_bots
from scuffle_platform.queue import Hint
from scuffle_platform.queue import Queue as Ours
from scuffle_platform.supervisor.orphan import prepare_child
from scuffle_platform.supervisor.valkey import server_program
from scuffle_platform.supervisor.waiting import wait_until

SCUFFLE = Path(sys.executable).with_name("scuffle")
JOB_ID = "match-m1-1"


class Server:
    """A queue that can be taken away and brought back, empty."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"unix://{folder / 'queue.sock'}"
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [server_program(), "--port", "0", "--unixsocket", "queue.sock", "--save", ""],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=partial(prepare_child, os.getpid()),
        )
        wait_until(self._answers, 20, "the queue answers")

    def _answers(self) -> bool:
        try:
            with Redis.from_url(self.url, retry=None) as connection:
                return bool(connection.ping())
        except RedisError:
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(20)


@pytest.fixture
def server(short_folder: Path) -> Iterator[Server]:
    folder = short_folder / f"spool-{time.monotonic_ns()}"
    folder.mkdir()
    server = Server(folder)
    yield server
    server.kill()


@pytest.fixture
def worker(server: Server, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    with open(tmp_path / "worker.log", "wb") as log:
        worker = subprocess.Popen(
            [SCUFFLE, "worker", "--redis", server.url, "--name", "w1", "--data", tmp_path],
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    yield worker
    worker.kill()
    worker.wait(20)


def program(queue: Redis) -> Program:
    path = house_bots("virus-war")["random"]
    upload = open_upload(path.name, path.read_bytes())
    queue.set(program_key(upload.program.hash), upload.archive)
    return upload.program


def enqueue(url: str) -> None:
    with Redis.from_url(url) as queue:
        bot = program(queue)
        job = PlayJob(
            match_id="m1",
            attempt=1,
            token="secret",
            game="virus-war",
            settings={"size": 10},
            num_players=2,
            seed="1",
            programs=(bot, bot),
            limits=Limits(),
        )
        Queue("matches", connection=queue, serializer=JSONSerializer).enqueue(
            "play_match", args=(job.model_dump(mode="json"),), job_id=JOB_ID, result_ttl=600
        )


def leased(url: str) -> bool:
    with Redis.from_url(url) as queue:
        return bool(queue.exists(lease_key(JOB_ID)))


def test_a_report_that_found_no_queue_is_handed_in_when_it_is_back(
    server: Server, worker: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    """The queue is killed in the middle of a match, the worker just after it."""
    enqueue(server.url)
    wait_until(lambda: leased(server.url), 60, "the match is being played", 0.01)
    server.kill()
    wait_until(lambda: list(tmp_path.rglob("match-m1-1.json")), 60, "the report is on disk")
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait(20)
    server.start()
    again = subprocess.Popen(
        [SCUFFLE, "worker", "--redis", server.url, "--name", "w1", "--data", tmp_path],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with Ours(server.url) as queue:
            wait_until(queue.handed_in, 60, "the report is handed in")
            assert queue.hint(JOB_ID) is Hint.ENDED
            report = PlayReport.model_validate(queue.report(JOB_ID))
            assert (report.status, report.token, report.worker) == ("finished", "secret", "w1")
            queue.forget(JOB_ID)
            assert queue.handed_in() == []
        wait_until(lambda: not list(tmp_path.rglob("match-m1-1.json")), 20, "the copy is gone")
        again.terminate()
        assert again.wait(60) == 0
    finally:
        again.kill()
        again.wait(20)


def test_a_report_for_an_emptied_queue_arrives(
    server: Server, worker: subprocess.Popen[bytes]
) -> None:
    enqueue(server.url)
    wait_until(lambda: leased(server.url), 60, "the match is being played", 0.01)
    with Redis.from_url(server.url) as connection, Ours(server.url) as queue:
        connection.flushall()
        wait_until(lambda: queue.report(JOB_ID), 60, "the report arrives")
        assert queue.hint(JOB_ID) is Hint.ENDED
        assert not connection.exists(REPORTS)
    assert worker.poll() is None
