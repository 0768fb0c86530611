"""The worker's card in Redis: who it is, what it can run, what it does."""

import socket
import threading
import time
from collections.abc import Callable
from typing import Literal

from redis import Redis
from redis.exceptions import RedisError

from scuffle.cage import Report
from scuffle.jobs import WorkerCard
from scuffle.launch import playable
from scuffle_sandbox.holds import Gate

EVERY_S = 5.0
EXPIRES_S = 20
BETWEEN_JOBS_S = 0.2
"""A worker is shown to be idle only if no job comes so soon; one that works is shown at once."""
_HELD: dict[str, Literal["quarantined", "no-cage"]] = {
    "quarantined": "quarantined",
    "too-weak": "no-cage",
}
"""How a worker shows itself that is to take nothing, by why; one that is drained is idle."""


def card_key(name: str) -> str:
    """The Redis key of the card of worker ``name``."""
    return f"scuffle:worker:{name}"


class CardHolder:
    """Keeps a worker's card fresh from a thread of its own."""

    def __init__(self, connection: Redis, name: str, queues: tuple[str, ...], gate: Gate) -> None:
        self._connection = connection
        self._name = name
        self._queues = queues
        self._gate = gate
        self._make: Callable[[], WorkerCard] | None = None
        self._changed = threading.Event()
        threading.Thread(target=self._publish, name="card", daemon=True).start()

    def show(self, report: Report, job: str | None = None) -> None:
        """Show what the worker is doing from now on."""
        hold = self._gate.hold if report.usable and not job else None
        state = "no-cage" if not report.usable else "working" if job else "idle"
        held = _HELD.get(hold.state) if hold else None
        self._make = lambda: WorkerCard(
            name=self._name,
            state=held or state,
            host=socket.gethostname(),
            queues=self._queues,
            backend=report.backend,
            layer=report.ladder_layer,
            languages=report.languages,
            plays=playable(report),
            toolchains={id: each.tools for id, each in report.toolchains.items()},
            start_ms={id: each.start_ms for id, each in report.toolchains.items()},
            sentence=" ".join(filter(None, (hold.sentence if hold else "", sentence(report)))),
            job=job,
            seen=time.time(),
        )
        self._changed.set()

    def _publish(self) -> None:
        while True:
            self._changed.wait(EVERY_S)
            self._changed.clear()
            card = self._make() if self._make else None
            if card and not card.job and self._changed.wait(BETWEEN_JOBS_S):
                continue
            if card:
                self._write(card)

    def _write(self, card: WorkerCard) -> None:
        try:
            self._connection.set(card_key(self._name), card.model_dump_json(), ex=EXPIRES_S)
        except RedisError:
            return


def sentence(report: Report) -> str:
    """A report in one line: its notes, then what mends what is missing."""
    mend = f"To mend it: {report.remedy}" if report.remedy else ""
    return " ".join((*report.notes, mend)).strip()
