"""The recorder: takes reports from the queue, believes none of them, stores what folds."""

import logging
import signal
import sys
from collections.abc import Callable
from datetime import datetime
from time import sleep
from typing import Any, cast

from redis.exceptions import RedisError
from rq import Queue as RqQueue
from rq import SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from scuffle.jobs import RESULTS, TOO_BUSY, CheckReport, PlayReport
from scuffle_platform.fixed_job import FixedJob
from scuffle_platform.queue import Hint, Queue
from scuffle_platform.reports import (
    Believed,
    Setting,
    Unbelievable,
    believe,
    check_token,
    derive,
    parse,
    partial_replay,
)
from scuffle_platform.settings import Settings
from scuffle_platform.store import (
    OperationalError,
    SQLAlchemyError,
    Store,
    attempts,
    checks,
    heartbeats,
    origins,
    recording,
    sets,
    stalling,
)
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Fault,
    Match,
    Version,
    VersionStatus,
    now,
)

LOG = logging.getLogger(__name__)

QUEUE_AWAY_S = 2.0
WORKER_TTL_S = 25
"""RQ waits for a job for 15 s less at a time, and says between two waits that it lives."""


class Recorder:
    """Records what jobs report; every method may be called again for the same job."""

    def __init__(self, store: Store, queue: Queue, clock: Callable[[], datetime] = now) -> None:
        """Record from ``queue`` into ``store``."""
        self.store = store
        self.queue = queue
        self.clock = clock
        self._beaten: datetime | None = None

    def beat(self) -> None:
        """Say, every few seconds, that the recorder is at work."""
        at = self.clock()
        if self._beaten is not None and at - self._beaten < heartbeats.EVERY:
            return
        try:
            with self.store.session() as session:
                heartbeats.beat(session, heartbeats.RECORDER, at)
            self._beaten = at
        except SQLAlchemyError as error:
            LOG.warning("the database is away: %s", error)

    def record_match(self, job_id: str) -> None:
        """Record an attempt at a match."""
        self._record(job_id, self._take_match)

    def record_check(self, job_id: str) -> None:
        """Record an attempt at a check."""
        self._record(job_id, self._take_check)

    def _record(self, job_id: str, take: Callable[[str, object], None]) -> None:
        """Take a report and forget the job; what cannot be taken ends the attempt.

        A database that is away is no reason to end anything: the job fails, its report stays,
        and the scheduler has it recorded again.
        """
        try:
            found = self.queue.report(job_id)
            if found is None and self.queue.hint(job_id) in (Hint.WAITING, Hint.TAKEN):
                LOG.warning("%s was to be recorded before it ended", job_id)
                return
            if found is None:
                self._fail(job_id, AttemptStatus.VOID, self._worker_words(job_id), Fault.WORKER)
            else:
                take(job_id, found)
        except Unbelievable as error:
            LOG.warning("%s refused: %s", job_id, error)
            self._fail(job_id, AttemptStatus.REFUSED, f"Refused: {error}.", Fault.WORKER)
        except OperationalError:
            raise
        except Exception as error:
            LOG.exception("%s could not be recorded", job_id)
            why = f"The report could not be recorded ({type(error).__name__})."
            self._fail(job_id, AttemptStatus.VOID, why, Fault.OURS)
        self.queue.forget(job_id)

    def _take_match(self, job_id: str, found: object) -> None:
        report = parse(PlayReport, found)
        with self.store.reading() as session:
            attempt = attempts.by_job(session, job_id)
            if attempt is None or attempt.match_id is None:
                LOG.warning("%s: there is no such attempt", job_id)
                return
            check_token(report.token, attempt.token)
            match = session.get_one(Match, attempt.match_id)
            setting = recording.setting_of(match, origins.given(session, match))
            wanted = attempt.status in attempts.OPEN and match.status in sets.OPEN
        if wanted:
            report = self._weighed(job_id, report, setting)
        if wanted and report.status == "finished":
            self._finish_match(job_id, report, setting, believe(report, setting))
        else:
            self._void_match(job_id, report, setting)

    def _finish_match(
        self, job_id: str, report: PlayReport, setting: Setting, believed: Believed
    ) -> None:
        with self.store.session() as session:
            attempt = cast("Attempt", attempts.by_job(session, job_id))
            match = session.get_one(Match, attempt.match_id, with_for_update=True)
            if attempt.status in attempts.OPEN and match.status in sets.OPEN:
                recording.record(session, attempt, report, believed, self.clock())
            else:
                self._late(attempt, report, partial_replay(report, setting))

    def _weighed(self, job_id: str, report: PlayReport, setting: Setting) -> PlayReport:
        """The report with every stall on a busy host laid to whose fault it was."""
        if report.status == "void":
            return self._blamed(job_id, report, setting)
        if not (failed := stalling.without_grace(report)):
            return report
        with self.store.reading() as session:
            attempt = cast("Attempt", attempts.by_job(session, job_id))
            match = session.get_one(Match, attempt.match_id)
            sent = failed.issubset(stalling.spent(session, match, attempt))
            if sent and stalling.is_fine(session, report.worker, attempt, self.clock()):
                return report
        return report.model_copy(update={"status": "void", "reason": TOO_BUSY})

    def _blamed(self, job_id: str, report: PlayReport, setting: Setting) -> PlayReport:
        """A void report as it stands, or as the finished match of a bot that stalled again."""
        player = stalling.stalled_seat(report.evidence, len(report.seats))
        if player is None:
            return report
        with self.store.reading() as session:
            attempt = cast("Attempt", attempts.by_job(session, job_id))
            if not stalling.is_to_blame(session, attempt, report.worker, player, self.clock()):
                return report
        finished = stalling.blamed(report, player)
        try:
            outcome = derive(finished, setting)
        except Unbelievable:
            # With three or more players the match would have gone on without the bot: its next
            # attempt does.
            return report
        return finished.model_copy(update={"outcome": outcome.to_dict() if outcome else None})

    def _void_match(self, job_id: str, report: PlayReport, setting: Setting) -> None:
        """Keep what a report says that decides nothing: it is void, or came too late."""
        partial = partial_replay(report, setting)
        with self.store.session() as session:
            attempt = cast("Attempt", attempts.by_job(session, job_id))
            if attempt.status not in attempts.OPEN:
                self._late(attempt, report, partial)
                return
            attempts.keep_report(attempt, report)
            attempt.partial = partial
            why = recording.plain(report.reason, recording.DETAIL_LENGTH)
            attempts.fail(session, attempt, AttemptStatus.VOID, why, self.clock())

    def _late(
        self, attempt: Attempt, report: PlayReport | CheckReport, partial: bytes | None
    ) -> None:
        """Keep a report that came after its attempt had been given up; twice changes nothing."""
        if attempt.status not in (AttemptStatus.LOST, AttemptStatus.VOID) or attempt.evidence:
            return
        attempts.keep_report(attempt, report)
        attempt.partial = partial
        attempt.status = AttemptStatus.REFUSED
        attempt.why = f"{attempt.why} Its report came later and was refused.".strip()

    def _take_check(self, job_id: str, found: object) -> None:
        report = parse(CheckReport, found)
        with self.store.reading() as session:
            attempt = attempts.by_job(session, job_id)
            if attempt is None or attempt.version_id is None:
                LOG.warning("%s: there is no such attempt", job_id)
                return
            check_token(report.token, attempt.token)
            setting = recording.setting_of(checks.check_match(session, attempt))
            source_hash = session.get_one(Version, attempt.version_id).source_hash
            wanted = attempt.status in attempts.OPEN
        believed = self._checked_match(report, setting) if wanted else None
        built = self._built(report, source_hash) if wanted else None
        with self.store.session() as session:
            attempt = cast("Attempt", attempts.by_job(session, job_id))
            version = session.get_one(Version, attempt.version_id, with_for_update=True)
            if attempt.status not in attempts.OPEN:
                self._late(attempt, report, None)
            elif report.status == "void":
                attempts.keep_report(attempt, report)
                why = recording.plain(report.reason, recording.DETAIL_LENGTH)
                attempts.fail(session, attempt, AttemptStatus.VOID, why, self.clock())
            elif version.status is VersionStatus.CHECKING:
                checks.record(session, attempt, report, believed, built, self.clock())
            else:
                attempts.end(attempt, AttemptStatus.REFUSED, self.clock(), version.reason)

    def _checked_match(self, report: CheckReport, setting: Setting) -> Believed | None:
        if report.status == "ready" and not checks.passed_match(report):
            raise Unbelievable("the report says ready, but its match was not passed")
        if report.match is None or report.match.status == "void":
            return None
        return believe(report.match, setting)

    def _built(self, report: CheckReport, source_hash: str) -> bytes | None:
        """The built program, which the worker left in Redis before it reported."""
        if report.program is None or report.program.hash == source_hash:
            return None
        built = self.queue.fetch_program(report.program.hash)
        if built is None:
            raise Unbelievable(f"the built program {report.program.hash} is not in the queue")
        return built

    def _worker_words(self, job_id: str) -> str:
        words = self.queue.failure(job_id)
        said = f": {words.rstrip('.')}" if words else ""
        return recording.plain(f"The worker ended without a report{said}.", 500)

    def _fail(self, job_id: str, status: AttemptStatus, why: str, fault: Fault) -> None:
        with self.store.session() as session:
            attempt = attempts.by_job(session, job_id)
            if attempt is not None:
                attempts.fail(session, attempt, status, why, self.clock(), fault)


class RecordWorker(SimpleWorker):
    """RQ's worker, which also outlives ids that are no text."""

    told_to_stop = False
    beat: Callable[[], None] | None = None

    def heartbeat(self, *args: Any, **named: Any) -> None:
        """RQ's sign of life in the queue, and ours in the store."""
        super().heartbeat(*args, **named)
        if self.beat is not None:
            self.beat()

    def request_stop(self, signum: Any, frame: Any) -> None:
        """End after the recording in hand, and for good."""
        self.told_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def clean_registries(self) -> None:
        """Tidy what RQ keeps; leases and attempts do without it where it cannot be read."""
        try:
            super().clean_registries()  # type: ignore[no-untyped-call]
        except ValueError:
            LOG.warning("what RQ keeps cannot be read; it is tidied later", exc_info=True)
            self.last_cleaned_at = now()  # type: ignore[assignment]

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, RqQueue] | None:
        """The next job; what cannot be one is passed over."""
        while True:
            try:
                return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)
            except UnicodeDecodeError:
                LOG.warning("an id in the queue is no text; it was passed over")


def make_worker(recorder: Recorder, name: str = "recorder") -> RecordWorker:
    """An RQ worker on ``results`` that can call nothing but ``recorder``."""

    class RecordJob(FixedJob):
        table = {  # noqa: RUF012 (a class variable of the parent)
            "record_match": recorder.record_match,
            "record_check": recorder.record_check,
        }

    worker = RecordWorker(
        [RESULTS],
        name=name,
        connection=recorder.queue.connection,
        job_class=RecordJob,
        serializer=JSONSerializer,
        worker_ttl=WORKER_TTL_S,
        log_job_description=False,
    )
    worker.beat = recorder.beat
    return worker


def run(settings: Settings) -> None:
    """Record until stopped by a signal, whatever becomes of queue and database meanwhile."""
    with Store(settings.database) as store, Queue(settings.redis) as queue:
        recorder = Recorder(store, queue)
        worker = None
        while worker is None or not worker.told_to_stop:
            _exit_on_signal()
            try:
                worker = make_worker(recorder, name=f"recorder-{now():%Y%m%d%H%M%S%f}")
                worker.work(logging_level="WARNING")
            except RedisError as error:
                LOG.warning("waiting for the queue: %s", error)
            if worker is None or not worker.told_to_stop:
                _exit_on_signal()
                sleep(QUEUE_AWAY_S)


def _exit_on_signal() -> None:
    """Where RQ does not listen for signals, and nothing is being recorded."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
