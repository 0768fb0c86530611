"""Which languages can be built and run here now."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.cage import Toolchain
from scuffle_platform.store.models import Worker, WorkerState

_AT_WORK = (WorkerState.WORKING, WorkerState.IDLE)


def offered(session: Session) -> dict[str, Toolchain]:
    """By id, every language that a worker at work says it runs, and with what."""
    found: dict[str, Toolchain] = {}
    query = select(Worker).where(Worker.state.in_(_AT_WORK)).order_by(Worker.name)
    for worker in session.scalars(query):
        for language in worker.languages:
            tools = worker.toolchains.get(language, "")
            found.setdefault(language, Toolchain(tools, worker.start_ms.get(language, 0.0)))
    return found
