"""Which languages can be built and run here now."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle_platform.store.models import Worker, WorkerState

_AT_WORK = (WorkerState.WORKING, WorkerState.IDLE)


def offered(session: Session) -> dict[str, str]:
    """By id, the toolchain of every language that a worker at work says it runs."""
    found: dict[str, str] = {}
    query = select(Worker).where(Worker.state.in_(_AT_WORK)).order_by(Worker.name)
    for worker in session.scalars(query):
        for language in worker.languages:
            found.setdefault(language, worker.toolchains.get(language, ""))
    return found
