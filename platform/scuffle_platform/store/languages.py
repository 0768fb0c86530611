"""Which languages can be built and run here now."""

from sqlalchemy.orm import Session

from scuffle.cage import Toolchain
from scuffle.jobs import CHECKS
from scuffle_platform.store import workers


def offered(session: Session) -> dict[str, Toolchain]:
    """By id, every language that a worker which takes checks says it runs, and with what."""
    found: dict[str, Toolchain] = {}
    for worker in workers.able(session, CHECKS):
        for language in worker.languages:
            tools = worker.toolchains.get(language, "")
            found.setdefault(language, Toolchain(tools, worker.start_ms.get(language, 0.0)))
    return found
