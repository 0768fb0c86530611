"""The lookout: what the queue shows of attempts under way, and what that means for them.

The queue is only a hint. A lease that a worker renews is believed; RQ's own idea of a job is asked
only to find jobs that the queue has lost and reports that nobody recorded.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from scuffle_platform.dispatcher import Dispatcher
from scuffle_platform.queue import Hint, Queue
from scuffle_platform.store import Session, Store, attempts, workers
from scuffle_platform.store.models import Attempt, AttemptStatus, Fault

LOG = logging.getLogger(__name__)

BLIND_AFTER = timedelta(seconds=6)
"""Without a look for so long, leases may have been renewed unseen."""
FIRST_SIGHT = timedelta(seconds=12)
"""How long a job that a worker has taken may go without its first lease."""
RECORDING = timedelta(seconds=10)
"""How long a report may lie there before it is given to the recorder again: the one that took it
may have been killed. Recording twice changes nothing."""


class Lookout:
    """Looks at the queue for the store's open attempts."""

    def __init__(self, store: Store, queue: Queue, dispatcher: Dispatcher) -> None:
        """Look at ``queue`` for ``store``; ``dispatcher`` puts back what the queue lost."""
        self.store = store
        self.queue = queue
        self.dispatcher = dispatcher
        self._last: datetime | None = None
        self._taken: dict[str, datetime] = {}
        self._ended: dict[str, datetime] = {}

    def look(self, at: datetime) -> None:
        """See cards and leases, end what ran out, put back what was lost.

        Raises:
            redis.exceptions.RedisError: the queue is away; nothing was ended.
        """
        back = self._last is not None and at < self._last
        if back:
            # The clock was set back: what was noted by the old one says nothing any more.
            self._taken, self._ended = {}, {}
        blind = self._last is None or back or at - self._last > BLIND_AFTER
        cards = self.queue.cards()
        with self.store.reading() as session:
            opened = attempts.unended(session)
        seen = self.queue.leases([attempt.job_id for attempt in opened])
        hints = self._hints(opened, seen, at, blind)
        with self.store.session() as session:
            workers.copy_cards(session, cards, at, self.dispatcher.layer)
            holds = workers.holds(session, self.dispatcher.layer)
            for attempt in attempts.unended(session):
                self._apply(session, attempt, seen.get(attempt.job_id), hints, at, blind)
        self._last = at
        self.queue.hold(holds)
        for job_id, hint in hints.items():
            self._mend(job_id, hint, at)
        ended = {job_id for job_id, hint in hints.items() if hint is Hint.ENDED}
        self._have_recorded(ended | set(self.queue.handed_in()), at)

    def _hints(
        self, opened: Sequence[Attempt], seen: Mapping[str, str], at: datetime, blind: bool
    ) -> dict[str, Hint]:
        """What the queue knows of the attempts that no worker holds now."""
        unheld = [
            attempt.job_id
            for attempt in opened
            if attempt.job_id not in seen
            and (attempt.lease is None or (attempt.lease <= at and not blind))
        ]
        hints = {job_id: self.queue.hint(job_id) for job_id in unheld}
        self._taken = {
            job_id: self._taken.get(job_id, at)
            for job_id, hint in hints.items()
            if hint is Hint.TAKEN
        }
        return hints

    def _apply(
        self,
        session: Session,
        attempt: Attempt,
        worker: str | None,
        hints: Mapping[str, Hint],
        at: datetime,
        blind: bool,
    ) -> None:
        if worker is not None:
            attempts.see(session, attempt, worker, at)
            return
        if blind and attempt.lease is not None:
            attempt.lease = at + attempts.LEASE
            return
        hint = hints.get(attempt.job_id)
        if hint is None or hint is Hint.ENDED:
            return
        if attempt.status is AttemptStatus.RUNNING:
            why = "Its worker was not seen for more than 10 seconds."
            attempts.fail(session, attempt, AttemptStatus.LOST, why, at, Fault.WORKER)
        elif hint is Hint.TAKEN and at - self._taken[attempt.job_id] > FIRST_SIGHT:
            why = "A worker took it and never began."
            attempts.fail(session, attempt, AttemptStatus.LOST, why, at, Fault.WORKER)

    def _mend(self, job_id: str, hint: Hint, at: datetime) -> None:
        if hint is Hint.GONE:
            self.dispatcher.give(job_id, at)
        elif hint is Hint.WAITING:
            self.dispatcher.look_after(job_id, at)

    def _have_recorded(self, ended: set[str], at: datetime) -> None:
        """Give reports to the recorder that nobody records, or that lie there for too long."""
        self._ended = {job_id: self._ended.get(job_id, at) for job_id in ended}
        for job_id, since in self._ended.items():
            if self.queue.waiting_record(job_id):
                continue
            if at - since >= RECORDING or not self.queue.recording(job_id):
                LOG.info("%s has a report that nobody recorded", job_id)
                self.queue.enqueue_record(job_id, ended=True)
                self._ended[job_id] = at
