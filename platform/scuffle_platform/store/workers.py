"""Workers: the cards they showed, and which of them are to take nothing."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.hand import HANDS
from scuffle.jobs import CHECKS, MATCHES, Hold, WorkerCard
from scuffle_platform.store import alerts
from scuffle_platform.store.models import Worker, WorkerState

Layer = Literal["cgroup", "rlimit"]
"""What cages must be held by."""
GONE_AFTER = timedelta(seconds=30)
QUIET_AFTER = timedelta(seconds=15)
"""One that has missed three cards may be frozen: whoever stands in for it does not wait longer."""
FORGOTTEN_AFTER = timedelta(days=7)
ABLE = (WorkerState.WORKING, WorkerState.IDLE)
DRAINED = "Drained by an administrator: it ends what it plays and takes nothing more."
TOO_WEAK = (
    "The site demands cages held by control groups (SCUFFLE_LADDER_LAYERS=cgroup), and there are "
    "none here: it takes nothing."
)
RELEASE = "To bring it back: scuffle admin release {}"


def copy_cards(session: Session, cards: Iterable[WorkerCard], at: datetime, layer: Layer) -> None:
    """Bring the table up to date with the cards that lie in the queue now.

    A worker whose cages are weaker than ``layer`` is shown as one without.
    """
    known = {worker.name: worker for worker in session.scalars(select(Worker))}
    for card in cards:
        name = card.name[:64]
        worker = known.get(name)
        if worker is None:
            worker = known[name] = Worker(name=name, since=at)
            session.add(worker)
        _copy(worker, card)
        if _is_too_weak(worker, layer):
            worker.state = WorkerState.NO_CAGE
    session.flush()
    for worker in session.scalars(select(Worker)):
        if worker.seen < at - FORGOTTEN_AFTER and not _is_held(worker):
            session.delete(worker)
        elif worker.seen < at - GONE_AFTER:
            worker.state = WorkerState.GONE


def able(session: Session, queue: str = MATCHES) -> list[Worker]:
    """The workers that take jobs from ``queue`` now."""
    workers = session.scalars(
        select(Worker)
        .where(Worker.state.in_(ABLE), Worker.drained.is_(None), Worker.quarantined.is_(None))
        .order_by(Worker.name)
    )
    return [worker for worker in workers if queue in worker.queues]


def standing_in(session: Session) -> list[Worker]:
    """Those kept for checks that play matches too, since nobody whose work it is does.

    Workers are compared with each other alone: while the queue is away, or the whole machine
    sleeps, nobody falls behind.
    """
    kept = [worker for worker in able(session, CHECKS) if MATCHES not in worker.queues]
    if not kept:
        return []
    lately = max(worker.seen for worker in kept) - QUIET_AFTER
    if any(worker.seen >= lately for worker in able(session, MATCHES)):
        return []
    return [worker for worker in kept if worker.seen >= lately]


def every(session: Session) -> Sequence[Worker]:
    """All that showed themselves within a week, by name."""
    return session.scalars(select(Worker).order_by(Worker.name)).all()


def drain(worker: Worker, at: datetime) -> None:
    """Let a worker take nothing more."""
    worker.drained = worker.drained or at


def undrain(worker: Worker) -> None:
    """Let a drained worker work again."""
    worker.drained = None


def quarantine(session: Session, worker: Worker, why: str, at: datetime) -> None:
    """Take a worker out of work, and tell an operator; ``why`` is one sentence."""
    if worker.quarantined is None:
        worker.quarantined = at
    worker.state = WorkerState.QUARANTINED
    worker.why = f"{why} {RELEASE.format(worker.name)}"
    alerts.resolve(session, "slow-worker", worker.name, at)
    alerts.sound(session, "quarantine", worker.name, f"{worker.name} is out: {worker.why}", at)


def release(session: Session, worker: Worker, at: datetime) -> None:
    """Let a worker out of quarantine; what was before is not held against it again."""
    worker.quarantined, worker.why, worker.since = None, "", at
    if worker.state is WorkerState.QUARANTINED:
        worker.state = WorkerState.IDLE
    alerts.resolve(session, "quarantine", worker.name, at)


def flag_slow(session: Session, worker: Worker, times: float | None, at: datetime) -> None:
    """Note that bots need so many times as long on a worker; ``None``: no longer."""
    if worker.quarantined is not None:
        return
    if times is None:
        worker.why = ""
        alerts.resolve(session, "slow-worker", worker.name, at)
        return
    worker.why = f"Slow: bots need {times:.1f} times as long here as on other workers."
    alerts.sound(session, "slow-worker", worker.name, f"{worker.name}: {worker.why}", at)


def holds(session: Session, layer: Layer) -> dict[str, Hold]:
    """By name, what keeps workers from taking anything; ``layer`` is what cages must have."""
    found = {worker.name: _hold(worker, layer) for worker in session.scalars(select(Worker))}
    return {name: hold for name, hold in found.items() if hold}


def _hold(worker: Worker, layer: Layer) -> Hold | None:
    if worker.quarantined:
        return Hold(state="quarantined", sentence=worker.why)
    if worker.drained:
        return Hold(state="drained", sentence=DRAINED)
    if _is_too_weak(worker, layer):
        return Hold(state="too-weak", sentence=TOO_WEAK)
    return None


def _is_too_weak(worker: Worker, layer: Layer) -> bool:
    # What people play by hand counts for nothing, so no ladder's demand is on its cages.
    ranks = list(worker.queues) != [HANDS]
    return ranks and layer == "cgroup" and worker.layer != layer


def _is_held(worker: Worker) -> bool:
    return worker.drained is not None or worker.quarantined is not None


def _copy(worker: Worker, card: WorkerCard) -> None:
    worker.state = WorkerState(card.state)
    if worker.quarantined is not None and card.state != "no-cage":
        worker.state = WorkerState.QUARANTINED
    worker.host = card.host[:200]
    worker.queues = list(card.queues)
    worker.backend = card.backend[:64]
    worker.layer = card.layer[:64]
    worker.languages = list(card.languages)
    worker.plays = list(card.plays)
    worker.toolchains = dict(card.toolchains)
    worker.start_ms = dict(card.start_ms)
    worker.sentence = card.sentence
    worker.job = (card.job or "")[:64]
    worker.seen = datetime.fromtimestamp(card.seen, UTC)
