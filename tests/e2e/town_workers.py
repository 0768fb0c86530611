"""The town's workers, by their cards."""

from datetime import datetime

from scuffle_platform.store.models import Worker, WorkerState


def worker(name: str, queues: list[str], at: datetime) -> Worker:
    """One that is idle and knows what builds and runs some languages."""
    return Worker(
        name=name, state=WorkerState.IDLE, host="town", queues=queues, backend="bubblewrap",
        layer="cgroup", languages=["python", "javascript", "c", "cpp"],
        toolchains={"python": "Python 3.11.2, numpy 2.4.6", "c": "gcc 12.2.0; -O2"},
        start_ms={"python": 10.4, "c": 1.6}, seen=at,
    )  # fmt: skip
