"""The dispatcher: gives the queue the jobs of rows that were committed before."""

import logging
from datetime import datetime

from scuffle.hand import HANDS, HandJob
from scuffle.jobs import CHECKS, MATCHES, CheckJob, PlayJob, worker_queue
from scuffle_platform.queue import Queue
from scuffle_platform.store import Session, Store, abilities, attempts, dispatch, pauses, versions
from scuffle_platform.store.models import AttemptStatus, Match, MatchKind, MatchStatus, Version
from scuffle_platform.store.workers import Layer

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
                for version in self._next_checks(session, resting, at)
            ]
            job_ids += [
                attempts.open_for_match(session, match, at).job_id
                for match in self._next(session, resting, at)
            ]
        for job_id in job_ids:
            self.give(job_id, at)

    def _next_checks(self, session: Session, resting: set[str], at: datetime) -> list[Version]:
        """The checks that are due, but of languages that nobody has."""
        crew = abilities.crew(session, CHECKS)
        abilities.tell_checks(session, crew)
        due = dispatch.waiting_checks(session, at, resting)
        return [one for one in due if crew.queues(abilities.need([one.language]))]

    def _next(self, session: Session, resting: set[str], at: datetime) -> list[Match]:
        """The canaries and people's matches that wait, and of others what there is room for."""
        crew, needs = abilities.crew(session), abilities.needs(session)
        under_way, waiting = dispatch.under_way(session), dispatch.waiting_matches(session, resting)
        queued = [match for match in under_way if match.status is MatchStatus.QUEUED]
        abilities.tell_matches([*queued, *waiting], needs, crew)
        places = abilities.Places(crew, needs, JOBS_A_WORKER)
        # What lies there until somebody comes who can play it keeps nobody else from playing.
        busy = [one for one in under_way if one not in queued or places.may_go(one)]
        for match in busy:
            places.take(match)
        turns = dispatch.last_turns(session, waiting, at)
        beside = dispatch.waiting_canaries(session) + dispatch.waiting_hands(session, resting)
        return beside + dispatch.next_matches(waiting, busy, places, turns)

    def give(self, job_id: str, at: datetime) -> None:
        """Give one open attempt to the queue, its programs first, if somebody can run them.

        One that cannot be made into a job ends by our fault, and stops nothing else.
        """
        try:
            with self.store.reading() as session:
                job, name = self._job(session, job_id)
                for program in _programs(job) if name else ():
                    self._offer(session, program)
        except (LookupError, ValueError) as error:
            LOG.exception("%s could not be made into a job", job_id)
            self._fail(job_id, f"It could not be given to a worker: {error}.", at)
            return
        if not name:
            return
        if isinstance(job, PlayJob):
            self.queue.enqueue_match(job, name)
        elif isinstance(job, HandJob):
            self.queue.enqueue_hand(job)
        elif isinstance(job, CheckJob):
            self.queue.enqueue_check(job, name)

    def look_after(self, job_id: str, at: datetime) -> None:
        """See that a job lies in the queue rightly.

        One whose attempt has ended is taken out, since nobody would want its report; one in a
        queue of workers that are gone is given to others.
        """
        with self.store.reading() as session:
            attempt = attempts.by_job(session, job_id)
            over = attempt is None or attempt.status not in attempts.OPEN
            stranded = not over and self._is_stranded(session, job_id)
        if over:
            self.queue.withdraw(job_id)
        elif stranded and self.queue.take_back(job_id):
            self.give(job_id, at)

    def _is_stranded(self, session: Session, job_id: str) -> bool:
        """Whether a job lies where nobody takes it; a canary waits for its own worker."""
        attempt = attempts.by_job(session, job_id)
        match = session.get(Match, attempt.match_id) if attempt and attempt.match_id else None
        if match is not None and match.kind is MatchKind.CANARY:
            return False
        return abilities.is_left(session, self.queue.place(job_id))

    def _job(self, session: Session, job_id: str) -> tuple[Job | None, str]:
        """The job, if it is still wanted, and its queue, if somebody takes from one for it."""
        attempt = attempts.by_job(session, job_id)
        if attempt is None or attempt.status is not AttemptStatus.QUEUED:
            return None, ""
        if attempt.match_id is None:
            check = dispatch.check_job(session, attempt, self.layer)
            return check, self._place(session, CHECKS, [check.program.language])
        match = session.get_one(Match, attempt.match_id)
        if match.kind is MatchKind.HAND:
            return dispatch.hand_job(session, match, attempt, self.layer), HANDS
        job = dispatch.play_job(session, match, attempt, self.layer)
        if match.kind is MatchKind.CANARY and match.worker:
            return job, worker_queue(match.worker)
        return job, self._place(session, MATCHES, [one.language for one in job.programs])

    def _place(self, session: Session, queue: str, languages: list[str]) -> str:
        """The queue with the fewest jobs for each worker that takes from it; empty without any."""
        queues = abilities.crew(session, queue).queues(abilities.need(languages))
        return min(
            queues, key=lambda name: self.queue.waiting(name) / max(1, queues[name]), default=""
        )

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
