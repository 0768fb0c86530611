"""Which languages can be built and run here now."""

from sqlalchemy.orm import Session

from scuffle.cage import Toolchain
from scuffle.jobs import CHECKS, PYTHON
from scuffle_platform.store import workers


def offered(session: Session) -> dict[str, Toolchain]:
    """By id, every language that a worker which takes checks says it runs, and with what."""
    found: dict[str, Toolchain] = {}
    for worker in workers.able(session, CHECKS):
        for language in worker.languages:
            tools = worker.toolchains.get(language, "")
            found.setdefault(language, Toolchain(tools, worker.start_ms.get(language, 0.0)))
    return found


def taken(session: Session) -> set[str]:
    """What an upload may be written in: what is offered now.

    While no worker takes checks, what those of the last week had stands in for it, and Python,
    which every worker has: such an upload waits until one is back.
    """
    if found := offered(session):
        return set(found)
    before = [one.languages for one in workers.every(session) if CHECKS in one.queues]
    return {PYTHON}.union(*before)
