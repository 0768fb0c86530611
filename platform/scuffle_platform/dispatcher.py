"""The dispatcher: gives the queue the jobs of rows that were committed before."""

import logging
from datetime import datetime

from scuffle.hand import HandJob
from scuffle.jobs import CheckJob, PlayJob
from scuffle_platform.queue import Queue
from scuffle_platform.store import Session, Store, attempts, dispatch, pauses, versions, workers
from scuffle_platform.store.dispatch import Layer
from scuffle_platform.store.models import AttemptStatus, Match, MatchKind

LOG = logging.getLogger(__name__)

JOBS_A_WORKER = 2
"""Matches under way for each worker, so that it never waits for the next."""


Job = PlayJob | HandJob | CheckJob


class Dispatcher:
    """Opens attempts and gives them to the queue."""

    def __init__(self, store: Store, queue: Queue, layer: Layer) -> None:
        """Give jobs of ``store`` to ``queue``, to be run in cages of ``layer`` or better."""
        self.store = store
        self.queue = queue
        self.layer = layer

    def dispatch(self, at: datetime) -> None:
        """Give the queue what it has room for.

        The attempts are committed before any job is given: a job without its row could only be
        refused, while a row without its job is found by the lookout.
        """
        with self.store.session() as session:
            resting = pauses.subjects(session, at)
            if pauses.ALL in resting:
                return
            job_ids = [
                attempts.open_for_check(session, version, at).job_id
                for version in dispatch.waiting_checks(session, at, resting)
            ]
            job_ids += [
                attempts.open_for_match(session, match, at).job_id
                for match in self._next(session, resting, at)
            ]
        for job_id in job_ids:
            self.give(job_id, at)

    def _next(self, session: Session, resting: set[str], at: datetime) -> list[Match]:
        """The canaries and people's matches that wait, and of others what there is room for."""
        depth = JOBS_A_WORKER * max(1, len(workers.able(session)))
        busy, waiting = dispatch.under_way(session), dispatch.waiting_matches(session, resting)
        turns = dispatch.last_turns(session, waiting, at)
        beside = dispatch.waiting_canaries(session) + dispatch.waiting_hands(session, resting)
        return beside + dispatch.next_matches(waiting, busy, depth, turns)

    def give(self, job_id: str, at: datetime) -> None:
        """Give one open attempt to the queue, its programs first.

        One that cannot be made into a job ends by our fault, and stops nothing else.
        """
        try:
            with self.store.reading() as session:
                job, worker = self._job(session, job_id)
                for program in _programs(job):
                    self._offer(session, program)
        except (LookupError, ValueError) as error:
            LOG.exception("%s could not be made into a job", job_id)
            self._fail(job_id, f"It could not be given to a worker: {error}.", at)
            return
        if isinstance(job, PlayJob):
            self.queue.enqueue_match(job, worker)
        elif isinstance(job, HandJob):
            self.queue.enqueue_hand(job)
        elif isinstance(job, CheckJob):
            self.queue.enqueue_check(job)

    def withdraw_if_over(self, job_id: str) -> None:
        """Take a job out of the queue whose attempt has ended: nobody would want its report."""
        with self.store.reading() as session:
            attempt = attempts.by_job(session, job_id)
        if attempt is None or attempt.status not in attempts.OPEN:
            self.queue.withdraw(job_id)

    def _job(self, session: Session, job_id: str) -> tuple[Job | None, str]:
        """The job, if it is still wanted, and the only worker that may take it, if there is one."""
        attempt = attempts.by_job(session, job_id)
        if attempt is None or attempt.status is not AttemptStatus.QUEUED:
            return None, ""
        if attempt.match_id is None:
            return dispatch.check_job(session, attempt, self.layer), ""
        match = session.get_one(Match, attempt.match_id)
        if match.kind is MatchKind.HAND:
            return dispatch.hand_job(session, match, attempt, self.layer), ""
        only = match.worker if match.kind is MatchKind.CANARY else ""
        return dispatch.play_job(session, match, attempt, self.layer), only

    def _offer(self, session: Session, digest: str) -> None:
        if self.queue.holds_program(digest):
            return
        data = versions.blob(session, digest)
        if data is None:
            raise LookupError(f"program {digest} is not in the store")
        self.queue.offer_program(digest, data)

    def _fail(self, job_id: str, why: str, at: datetime) -> None:
        with self.store.session() as session:
            attempt = attempts.by_job(session, job_id)
            if attempt is not None:
                attempts.fail(session, attempt, AttemptStatus.VOID, why, at)


def _programs(job: Job | None) -> list[str]:
    if isinstance(job, PlayJob | HandJob):
        return [program.hash for program in job.programs if program is not None]
    return [job.program.hash, job.opponent.hash] if job else []
