"""Workers as the pages see them: the cards they showed, and when."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.jobs import MATCHES, WorkerCard
from scuffle_platform.store.models import Worker, WorkerState

GONE_AFTER = timedelta(seconds=30)
FORGOTTEN_AFTER = timedelta(days=7)
ABLE = (WorkerState.WORKING, WorkerState.IDLE)


def copy_cards(session: Session, cards: Iterable[WorkerCard], at: datetime) -> None:
    """Bring the table up to date with the cards that lie in the queue now."""
    known = {worker.name: worker for worker in session.scalars(select(Worker))}
    for card in cards:
        name = card.name[:64]
        worker = known.get(name)
        if worker is None:
            worker = known[name] = Worker(name=name)
            session.add(worker)
        _copy(worker, card)
    session.flush()
    for worker in session.scalars(select(Worker)):
        if worker.seen < at - FORGOTTEN_AFTER:
            session.delete(worker)
        elif worker.seen < at - GONE_AFTER:
            worker.state = WorkerState.GONE


def able(session: Session, queue: str = MATCHES) -> list[Worker]:
    """The workers that take jobs from ``queue`` now."""
    workers = session.scalars(select(Worker).where(Worker.state.in_(ABLE)))
    return [worker for worker in workers if queue in worker.queues]


def _copy(worker: Worker, card: WorkerCard) -> None:
    worker.state = WorkerState(card.state)
    worker.host = card.host[:200]
    worker.queues = list(card.queues)
    worker.backend = card.backend[:64]
    worker.layer = card.layer[:64]
    worker.languages = list(card.languages)
    worker.toolchains = dict(card.toolchains)
    worker.sentence = card.sentence
    worker.job = (card.job or "")[:64]
    worker.seen = datetime.fromtimestamp(card.seen, UTC)
