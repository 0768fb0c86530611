"""The queue: hints to workers, their reports, leases and cards. The truth is in the store."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Any, cast

from pydantic import BaseModel, ValidationError
from redis import Redis
from rq import Queue as RqQueue
from rq.exceptions import NoSuchJobError
from rq.job import Dependency, JobStatus
from rq.serializers import JSONSerializer

from scuffle.hand import HANDS, HandJob
from scuffle.jobs import (
    CHECKS,
    HOLDS,
    MATCHES,
    REPORTS,
    RESULTS,
    CheckJob,
    Hold,
    PlayJob,
    WorkerCard,
    check_job_id,
    lease_key,
    match_job_id,
    program_key,
    record_job_id,
)
from scuffle_platform.fixed_job import FixedJob

RESULT_TTL_S = 86_400
"""How long a report waits for the recorder; RQ loses it at once with 0."""
PROGRAM_TTL_S = 86_400
MATCH_TIMEOUT_S = 1_800
CHECK_TIMEOUT_S = 1_800
RECORD_TIMEOUT_S = 300
JOB_ID = re.compile(rb"(match|check)-[a-z0-9]{1,40}-[0-9]{1,6}")
CARD_PATTERN = "scuffle:worker:*"


class Hint(StrEnum):
    """What the queue knows of a job."""

    WAITING = "waiting"
    TAKEN = "taken"
    ENDED = "ended"
    GONE = "gone"


class Queue:
    """The queues of one Redis; a context manager that closes the connection."""

    def __init__(self, url: str) -> None:
        """Connect lazily to ``url``; nothing is sent yet."""
        self.connection = Redis.from_url(url)

    def __enter__(self) -> "Queue":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def enqueue_match(self, job: PlayJob, name: str = MATCHES) -> str:
        """Enqueue one attempt at a match, and the recording of its report; returns its id.

        Whoever takes from the queue ``name`` may take it.
        """
        job_id = match_job_id(job.match_id, job.attempt)
        return self._enqueue(name, "play_match", job_id, job, MATCH_TIMEOUT_S)

    def enqueue_hand(self, job: HandJob) -> str:
        """Enqueue a match that a person plays, and the recording of its report; returns its id."""
        job_id = match_job_id(job.match_id, job.attempt)
        return self._enqueue(HANDS, "play_hand", job_id, job, MATCH_TIMEOUT_S)

    def enqueue_check(self, job: CheckJob, name: str = CHECKS) -> str:
        """Enqueue one attempt at a check, and the recording of its report; returns its id."""
        job_id = check_job_id(job.version_id, job.attempt)
        return self._enqueue(name, "check_program", job_id, job, CHECK_TIMEOUT_S)

    def _enqueue(self, name: str, word: str, job_id: str, job: BaseModel, timeout_s: int) -> str:
        queue = self._queue(name)
        made = queue.create_job(
            word,
            args=(job.model_dump(mode="json"),),
            job_id=job_id,
            # RQ would describe a job by its arguments, and log seed and token.
            description=job_id,
            timeout=timeout_s,
            result_ttl=RESULT_TTL_S,
            failure_ttl=RESULT_TTL_S,
        )
        # Saved first, so that the recording can wait for it before any worker may take it.
        made.save()
        self.enqueue_record(job_id)
        queue.enqueue_job(made)
        return job_id

    def enqueue_record(self, job_id: str, *, ended: bool = False) -> None:
        """Have the report of ``job_id`` recorded: once it ended, however it ended, or now."""
        word = "record_match" if job_id.startswith("match-") else "record_check"
        self._queue(RESULTS).enqueue_call(
            word,
            args=(job_id,),
            job_id=record_job_id(job_id),
            description=record_job_id(job_id),
            timeout=RECORD_TIMEOUT_S,
            result_ttl=0,
            failure_ttl=RESULT_TTL_S,
            depends_on=None if ended else Dependency(jobs=[job_id], allow_failure=True),
        )

    def hint(self, job_id: str) -> Hint:
        """What the queue knows of ``job_id``."""
        if self.connection.hexists(REPORTS, job_id):
            return Hint.ENDED
        job = self._job(job_id)
        if job is None:
            return Hint.GONE
        status = job.get_status()
        if status in (JobStatus.FINISHED, JobStatus.FAILED, JobStatus.STOPPED):
            return Hint.ENDED
        if status is JobStatus.STARTED:
            return Hint.TAKEN
        listed = self.connection.lpos(self._queue(job.origin).key, job_id) is not None
        return Hint.WAITING if listed else Hint.TAKEN

    def waiting_record(self, job_id: str) -> bool:
        """Whether the recording of ``job_id`` lies in the queue for the recorder to take."""
        key = self._queue(RESULTS).key
        return self.connection.lpos(key, record_job_id(job_id)) is not None

    def recording(self, job_id: str) -> bool:
        """Whether a recorder took the recording of ``job_id`` and has not said that it ended."""
        job = self._job(record_job_id(job_id))
        return job is not None and job.get_status() in (JobStatus.QUEUED, JobStatus.STARTED)

    def report(self, job_id: str) -> Any:
        """What the worker returned or handed in later, as JSON; ``None`` if neither."""
        job = self._job(job_id)
        found = None if job is None else job.return_value(refresh=True)
        return self._handed_in(job_id) if found is None else found

    def _handed_in(self, job_id: str) -> Any:
        text = cast("bytes | None", self.connection.hget(REPORTS, job_id))
        try:
            return None if text is None else json.loads(text)
        except ValueError:
            return ""

    def handed_in(self) -> list[str]:
        """The jobs whose reports came after their job had ended; what is no job's id is dropped."""
        names = cast("list[bytes]", self.connection.hkeys(REPORTS))
        forged = [name for name in names if not JOB_ID.fullmatch(name)]
        if forged:
            self.connection.hdel(REPORTS, *forged)
        return sorted(name.decode() for name in names if JOB_ID.fullmatch(name))

    def failure(self, job_id: str) -> str:
        """The last line of a failed job's traceback, ``""`` without one."""
        job = self._job(job_id)
        result = job.latest_result() if job else None
        lines = (result.exc_string or "").strip().splitlines() if result else []
        return lines[-1] if lines else ""

    def forget(self, job_id: str) -> None:
        """Delete a job and its report."""
        job = self._job(job_id)
        if job is not None:
            job.delete()
        self.connection.hdel(REPORTS, job_id)

    def withdraw(self, job_id: str) -> None:
        """Take a job that nobody needs any more out of the queue, with its recording."""
        self.forget(record_job_id(job_id))
        self.forget(job_id)

    def place(self, job_id: str) -> str:
        """The queue that a job was put into; empty if it is not there."""
        job = self._job(job_id)
        return job.origin if job else ""

    def take_back(self, job_id: str) -> bool:
        """Take a job out of its queue before any worker does; whether that came off."""
        listed = self._queue(self.place(job_id)).key
        if not self.connection.lrem(listed, 1, job_id):
            return False
        self.withdraw(job_id)
        return True

    def waiting(self, name: str) -> int:
        """How many jobs lie in a queue."""
        return int(self._queue(name).count)

    def leases(self, job_ids: Sequence[str]) -> dict[str, str]:
        """Those of ``job_ids`` that a worker says it still runs, with that worker's name."""
        if not job_ids:
            return {}
        found = cast("list[bytes | None]", self.connection.mget([lease_key(i) for i in job_ids]))
        held = zip(job_ids, found, strict=True)
        return {one: _worker_name(lease) for one, lease in held if lease is not None}

    def holds_program(self, digest: str) -> bool:
        """Whether a program lies there; if so it stays for another day."""
        return bool(self.connection.expire(program_key(digest), PROGRAM_TTL_S))

    def offer_program(self, digest: str, data: bytes) -> None:
        """Put a program's bytes where workers find them."""
        self.connection.set(program_key(digest), data, ex=PROGRAM_TTL_S)

    def fetch_program(self, digest: str) -> bytes | None:
        """A program's bytes, or ``None`` if they are not there or not what the hash names."""
        data = cast("bytes | None", self.connection.get(program_key(digest)))
        return data if data is not None and sha256(data).hexdigest() == digest else None

    def cards(self) -> list[WorkerCard]:
        """The cards of all workers that showed one lately; what is no card is left out."""
        keys = sorted(self.connection.scan_iter(match=CARD_PATTERN, count=1000))
        texts = cast("list[bytes | None]", self.connection.mget(keys)) if keys else []
        return list(_read_cards(texts))

    def hold(self, holds: Mapping[str, Hold]) -> None:
        """Let these workers take nothing, and all others work."""
        names = cast("list[bytes]", self.connection.hkeys(HOLDS))
        over = [name for name in names if name.decode(errors="replace") not in holds]
        if over:
            self.connection.hdel(HOLDS, *over)
        for name, hold in holds.items():
            self.connection.hset(HOLDS, name, hold.model_dump_json())

    def _job(self, job_id: str) -> FixedJob | None:
        try:
            job = FixedJob.fetch(job_id, connection=self.connection, serializer=JSONSerializer)
        except NoSuchJobError:
            return None
        return cast("FixedJob", job)

    def _queue(self, name: str) -> RqQueue:
        return RqQueue(
            name, connection=self.connection, job_class=FixedJob, serializer=JSONSerializer
        )


def _read_cards(texts: Iterable[bytes | None]) -> Iterable[WorkerCard]:
    for text in texts:
        # PostgreSQL stores no NUL, not even within JSON.
        if text is None or b"\\u0000" in text:
            continue
        try:
            yield WorkerCard.model_validate_json(text)
        except ValidationError:
            continue


def _worker_name(lease: bytes) -> str:
    """What a lease says, as far as a page can show it: workers are not believed."""
    return lease.decode(errors="replace").replace("\0", "")[:64]
