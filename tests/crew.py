"""Workers that a test hires, and the site's end of their queue."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from scuffle.door import open_upload
from scuffle.jobs import CheckJob, PlayJob, Program, WorkerCard, program_key
from scuffle.limits import Limits
from scuffle.registry import house_bots, sample_bot
from scuffle_platform.supervisor.waiting import wait_until

SCUFFLE = Path(sys.executable).with_name("scuffle")
GROUPS = Path("/sys/fs/cgroup/freezer/scuffle")
HIDE = ("unshare", "--mount", "sh", "-c", 'mount --bind /dev/null "$0" && exec "$@"')
"""Starts a program for which one of this host's is not there; as root."""
Hire = Callable[..., subprocess.Popen]
HANGING = b"import sys\n# TOKEN\nfor line in sys.stdin: pass\nwhile True: pass\n"


class Site:
    """The other end of the queue: offers programs, enqueues jobs, reads reports."""

    def __init__(self, url: str) -> None:
        self.redis = Redis.from_url(url)

    def offer(self, name: str, source: bytes) -> Program:
        upload = open_upload(name, source)
        self.redis.set(program_key(upload.program.hash), upload.archive)
        return upload.program

    def house(self, name: str) -> Program:
        path = house_bots("virus-war")[name]
        return self.offer(path.name, path.read_bytes())

    def queue(self, name: str) -> Queue:
        return Queue(name, connection=self.redis, serializer=JSONSerializer)

    def enqueue(self, name: str, word: str, payload: object, job_id: str, **more: object) -> Job:
        args = (payload,)
        return self.queue(name).enqueue(word, args=args, job_id=job_id, result_ttl=600, **more)

    def play(self, *programs: Program, match: str = "m1", **changes: object) -> Job:
        job = PlayJob(
            match_id=match,
            attempt=1,
            token="secret",
            game="virus-war",
            settings={"size": 6},
            num_players=2,
            seed="1",
            programs=programs,
            limits=Limits(),
        ).model_copy(update=changes)
        payload = job.model_dump(mode="json")
        return self.enqueue("matches", "play_match", payload, f"match-{match}-1")

    def check(self, program: Program) -> Job:
        sample = sample_bot("virus-war")
        job = CheckJob(
            version_id="v1",
            attempt=1,
            token="secret",
            game="virus-war",
            settings={"size": 6},
            num_players=2,
            seed="1",
            program=program,
            opponent=self.offer(sample.name, sample.read_bytes()),
            limits=Limits(),
        )
        return self.enqueue("checks", "check_program", job.model_dump(mode="json"), "check-v1-1")

    def card(self, name: str) -> WorkerCard | None:
        text = self.redis.get(f"scuffle:worker:{name}")
        return WorkerCard.model_validate_json(text) if text else None


@contextmanager
def hiring(site: Site, url: str, folder: Path) -> Iterator[Hire]:
    """Start workers, each perhaps without a ``hidden`` program; its first word is waited for."""
    hired: list[subprocess.Popen[bytes]] = []

    def start(
        name: str = "w1", *options: str, state: str = "idle", hidden: str = "", **env: str
    ) -> subprocess.Popen:
        log = open(folder / f"{name}.log", "wb")  # noqa: SIM115
        command = [SCUFFLE, "worker", "--redis", url, "--name", name, *options]
        worker = subprocess.Popen(
            [*HIDE, hidden, *command] if hidden else command,
            env=os.environ | {"SCUFFLE_RUN": folder.name} | env,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        log.close()
        hired.append(worker)
        wait_until(
            lambda: (card := site.card(name)) and card.state == state, 30, f"{name} is {state}"
        )
        return worker

    yield start
    for worker in hired:
        worker.kill()
        worker.wait()


def ended(job: Job) -> bool:
    return job.get_status() in ("finished", "failed", "stopped")


def result(job: Job) -> dict:
    wait_until(lambda: ended(job), 60, f"job {job.id} ends")
    assert job.get_status() == "finished", job.latest_result().exc_string
    return job.return_value()


def children(pid: int) -> list[int]:
    """All children of a process, whichever of its threads started them."""
    found = [each.read_text().split() for each in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(each) for part in found for each in part]


def horse(worker: subprocess.Popen) -> int:
    """The child of the worker that runs the job: a fork, so its command line is the worker's."""
    own = Path(f"/proc/{worker.pid}/cmdline").read_bytes()
    forks = [c for c in children(worker.pid) if Path(f"/proc/{c}/cmdline").read_bytes() == own]
    return forks[0]


def groups_of(pid: int) -> list[Path]:
    return list(GROUPS.glob(f"{pid}-*"))


def runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
