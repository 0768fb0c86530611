"""RQ's worker, for what already lies in a queue."""

from rq import SimpleWorker


class BurstWorker(SimpleWorker):
    """Hears no commands: nobody sends it any, and at times its listener takes a second to end."""

    def subscribe(self) -> None:
        """Start no listener."""
