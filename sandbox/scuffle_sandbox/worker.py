"""The worker: takes jobs from Redis, runs each in a process of its own."""

import ctypes
import gc
import logging
import os
import signal
import sys
import threading
import time
import uuid
from dataclasses import dataclass
from itertools import chain
from typing import Any

from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue, Worker
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import now

from scuffle import registry
from scuffle.cage import Report, Sandbox
from scuffle.jobs import CHECKS, MATCHES, kind_queue, worker_queue
from scuffle.kept_builds import KeptBuilds
from scuffle.launch import playable
from scuffle_sandbox.arrival import find_cage
from scuffle_sandbox.card import CardHolder, sentence
from scuffle_sandbox.courier import Courier
from scuffle_sandbox.duties import Desk
from scuffle_sandbox.fixed_job import job_class
from scuffle_sandbox.holds import Gate, put_back
from scuffle_sandbox.lent import sweep_lent
from scuffle_sandbox.places import cage_folder, sweep_scratch
from scuffle_sandbox.programs import Programs
from scuffle_sandbox.spool import Spool, spool_folder

log = logging.getLogger(__name__)

RESULT_TTL_S = 86_400
_LOOK_AGAIN_S = 60.0
_QUEUE_AWAY_S = 2.0
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
    """A connection that outlives a short absence of Redis: about half a minute a command.

    It does not introduce itself to the server: each horse connects anew, and for each connection
    the library would look its own version up on disk.
    """
    patience = Retry(ExponentialBackoff(cap=2, base=0.1), 20)
    return Redis.from_url(url, retry=patience, driver_info=None)


class CageWorker(Worker):
    """RQ's worker, with horses in sessions of their own that die with it."""

    sandbox: Sandbox
    report: Report
    holder: CardHolder
    spool: Spool
    courier: Courier
    gate: Gate
    told_to_stop = False

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
        """The next job, once one may be taken; an id that is no text is passed over."""
        while True:
            self.gate.wait(self._rest)
            try:
                found = super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)
            except UnicodeDecodeError:
                log.warning("an id in the queue is no text; it was passed over")
                continue
            # It may have been told to take nothing while it waited for this one.
            if found is None or not self.gate.closed():
                return found
            put_back(*found)

    def _rest(self) -> None:
        self.holder.show(self.report)
        self.heartbeat()

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Run one job and show it on the card."""
        self.holder.show(self.report, job.id)
        self.courier.busy = job.id
        try:
            super().execute_job(job, queue)
        finally:
            self.courier.busy = None
            if self.spool.holds(job.id):
                self.courier.call()
            self.holder.show(self.report)

    def handle_job_success(self, job: Job, *more: Any, **named: Any) -> None:
        """Hand the report in; from then on the queue holds it."""
        super().handle_job_success(job, *more, **named)
        self.spool.drop(job.id)

    def handle_job_failure(self, job: Job, *more: Any, **named: Any) -> None:
        """Tell the queue that a job failed, unless only the handing in did."""
        if self.spool.holds(job.id):
            log.warning("the report of %s could not be handed in yet", job.id)
        else:
            super().handle_job_failure(job, *more, **named)

    def request_stop(self, signum: Any, frame: Any) -> None:
        """End after the job in hand, and for good."""
        self.told_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def handle_work_horse_killed(self, job: Job, retpid: Any, ret_val: Any, rusage: Any) -> None:
        """Remove the cages that a killed horse left."""
        log.error("the process of job %s was killed (status %s)", job.id, ret_val)
        self.sandbox.sweep()
        sweep_scratch()


@dataclass(frozen=True, slots=True)
class Helpers:
    """What stays while workers come and go with the queue."""

    holder: CardHolder
    spool: Spool
    courier: Courier
    gate: Gate


def queues_of(post: Post, report: Report) -> list[str]:
    """Where a worker takes jobs from, the first first: it is offered nothing that it cannot do."""
    has = {CHECKS: report.languages, MATCHES: playable(report)}
    pairs = [(kind_queue(each, has[each]), each) for each in post.queues]
    return list(dict.fromkeys([worker_queue(post.name), *chain.from_iterable(pairs)]))


def make_worker(post: Post, sandbox: Sandbox, report: Report, helpers: Helpers) -> CageWorker:
    """A worker for ``post`` that has a cage."""
    connection = connect(post.redis)
    programs = Programs(cage_folder() / "programs", connect(post.redis))
    programs.tidy()
    sandbox.sweep()
    sweep_scratch()
    sweep_lent()
    builds = KeptBuilds(cage_folder() / "builds")
    builds.tidy()
    desk = Desk(
        post.name,
        post.slot,
        sandbox,
        connection,
        programs,
        helpers.spool,
        report.toolchains,
        builds,
    )
    table = {"play_match": desk.play_match, "check_program": desk.check_program}
    worker = CageWorker(
        queues_of(post, report),
        # RQ refuses a name that a killed worker had until its key expires.
        name=f"{post.name}-{uuid.uuid4().hex[:8]}",
        connection=connection,
        job_class=job_class(table),
        serializer=JSONSerializer,
        default_result_ttl=RESULT_TTL_S,
        worker_ttl=_TTL_S,
        log_job_description=False,
    )
    worker.sandbox, worker.report = sandbox, report
    worker.holder, worker.spool, worker.courier = helpers.holder, helpers.spool, helpers.courier
    worker.gate = helpers.gate
    helpers.holder.show(report)
    return worker


def serve(post: Post) -> None:
    """Work until SIGTERM or SIGINT; without a cage stay up and look again each minute."""
    gate = Gate(connect(post.redis), post.name)
    holder = CardHolder(connect(post.redis), post.name, post.queues, gate)
    _load_games()
    spool = Spool(spool_folder(post.name, post.redis), Redis.from_url(post.redis))
    spool.tidy()
    helpers = Helpers(holder, spool, Courier(spool), gate)
    found = _wait_for_cage(post, holder)
    if found:
        _work(post, *found, helpers)


def _load_games() -> None:
    """Import the games here, once: a horse is a fork, and each would have to do it again.

    A game that cannot be imported fails its own matches later, which say so.
    """
    try:
        registry.games()
    except Exception:
        log.exception("not all games could be loaded")
    gc.freeze()  # what the horses never free should not be copied into each by its collector


def _work(post: Post, sandbox: Sandbox, report: Report, helpers: Helpers) -> None:
    """Work, and start anew when the queue was away for longer than RQ bears."""
    while True:
        _exit_on_signal()
        worker = make_worker(post, sandbox, report, helpers)
        try:
            worker.work(logging_level="WARNING")
        except RedisError as error:
            log.warning("the queue is away: %s", error)
        if worker.told_to_stop:
            return
        _exit_on_signal()
        time.sleep(_QUEUE_AWAY_S)


def _exit_on_signal() -> None:
    """Where RQ does not listen for signals, and there is no job to end first."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))


def _wait_for_cage(post: Post, holder: CardHolder) -> tuple[Sandbox, Report] | None:
    """A usable backend, or ``None`` when told to stop first."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    while True:
        sandbox, report = find_cage(post.backend, post.slot)
        if stop.is_set():
            return None
        if sandbox and report.usable:
            return sandbox, report
        holder.show(report)
        log.error("no cage: %s", sentence(report))
        if stop.wait(_LOOK_AGAIN_S):
            return None
