"""The worker: takes jobs from Redis, runs each in a process of its own."""

import ctypes
import logging
import os
import signal
import threading
import uuid
from dataclasses import dataclass
from typing import Any

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry
from rq import Queue, Worker
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import now

from scuffle.cage import Report
from scuffle_sandbox.card import CardHolder
from scuffle_sandbox.choice import Backend, choose
from scuffle_sandbox.duties import Desk
from scuffle_sandbox.fixed_job import job_class
from scuffle_sandbox.places import cage_folder, sweep_scratch
from scuffle_sandbox.programs import Programs
from scuffle_sandbox.toolchains import toolchains

log = logging.getLogger(__name__)

RESULT_TTL_S = 86_400
_LOOK_AGAIN_S = 60.0
_TTL_S = 60
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Post:
    """Where a worker stands.

    Attributes:
        redis: the URL of the queue.
        name: shown on the site.
        queues: ``checks``, ``matches`` or both, the first first.
        slot: from 0, unique on this host.
        backend: ``auto``, ``bubblewrap`` or ``docker``.
    """

    redis: str
    name: str
    queues: tuple[str, ...]
    slot: int
    backend: str


def connect(url: str) -> Redis:
    """A connection that outlives a short absence of Redis: about half a minute a command."""
    return Redis.from_url(url, retry=Retry(ExponentialBackoff(cap=2, base=0.1), 20))


class CageWorker(Worker):
    """RQ's worker, with horses in sessions of their own that die with it."""

    sandbox: Backend
    report: Report
    known: dict[str, str]
    holder: CardHolder

    def fork_work_horse(self, job: Job, queue: Queue) -> None:
        """Fork; the child is a session leader and is killed when this process ends."""
        parent = os.getpid()
        child = os.fork()
        if child == 0:
            os.setsid()
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(1)
            self.main_work_horse(job, queue)
            os._exit(0)
        self._horse_pid = child

    def clean_registries(self) -> None:
        """Tidy what RQ keeps; the scheduler does without it where it cannot be read."""
        try:
            super().clean_registries()  # type: ignore[no-untyped-call]
        except ValueError:
            log.warning("what RQ keeps cannot be read; it is tidied later", exc_info=True)
            self.last_cleaned_at = now()  # type: ignore[assignment]

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """The next job; an id that is no text is passed over."""
        while True:
            try:
                return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)
            except UnicodeDecodeError:
                log.warning("an id in the queue is no text; it was passed over")

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Run one job and show it on the card."""
        self.holder.show(self.report, self.known, job.id)
        try:
            super().execute_job(job, queue)
        finally:
            self.holder.show(self.report, self.known)

    def handle_work_horse_killed(self, job: Job, retpid: Any, ret_val: Any, rusage: Any) -> None:
        """Remove the cages that a killed horse left."""
        log.error("the process of job %s was killed (status %s)", job.id, ret_val)
        self.sandbox.sweep()
        sweep_scratch()


def make_worker(post: Post, sandbox: Backend, report: Report, holder: CardHolder) -> CageWorker:
    """A worker for ``post`` that has a cage."""
    connection = connect(post.redis)
    known = toolchains(sandbox, report, post.slot)
    programs = Programs(cage_folder() / "programs", connect(post.redis))
    programs.tidy()
    sweep_scratch()
    desk = Desk(post.name, post.slot, sandbox, connect(post.redis), programs, known)
    table = {"play_match": desk.play_match, "check_program": desk.check_program}
    worker = CageWorker(
        list(post.queues),
        # RQ refuses a name that a killed worker had until its key expires.
        name=f"{post.name}-{uuid.uuid4().hex[:8]}",
        connection=connection,
        job_class=job_class(table),
        serializer=JSONSerializer,
        default_result_ttl=RESULT_TTL_S,
        worker_ttl=_TTL_S,
        log_job_description=False,
    )
    worker.sandbox, worker.report, worker.known, worker.holder = sandbox, report, known, holder
    holder.show(report, known)
    return worker


def serve(post: Post) -> None:
    """Work until SIGTERM or SIGINT; without a cage stay up and look again each minute."""
    holder = CardHolder(connect(post.redis), post.name, post.queues)
    found = _wait_for_cage(post, holder)
    if found:
        make_worker(post, *found, holder).work(logging_level="WARNING")


def _wait_for_cage(post: Post, holder: CardHolder) -> tuple[Backend, Report] | None:
    """A usable backend, or ``None`` when told to stop first."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    while True:
        sandbox, report = choose(post.backend)
        if report.usable:
            return sandbox, report
        holder.show(report, {})
        log.error("no cage: %s %s", " ".join(report.notes), report.remedy)
        if stop.wait(_LOOK_AGAIN_S):
            return None
