"""A queue job that can only be one of a few functions.

RQ imports and calls whatever dotted name it reads from Redis, on the machine that runs strangers'
code. Here a job names a word of a fixed table; callbacks, webhooks, repeats and bound methods
are refused.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from rq.exceptions import NoSuchJobError
from rq.job import Job

Duty = Callable[[dict[str, Any]], dict[str, Any]]


class Forged(Exception):
    """A job that nobody of ours wrote."""


class FixedJob(Job):
    """A job whose function is a word of ``table``."""

    table: ClassVar[Mapping[str, Duty]] = {}
    _extras: str = ""

    def restore(self, raw_data: Any) -> Any:
        """Read the job, and drop what would make RQ call or repeat anything else."""
        try:
            restored = super().restore(raw_data)
        except Exception as error:
            # RQ passes over a job that is not there, and ends its worker at any other error.
            raise NoSuchJobError(f"job {self.id} cannot be read: {error!r}") from error
        found = {
            "callbacks": self._success_callback_name
            or self._failure_callback_name
            or self._stopped_callback_name,
            "webhooks": self.webhooks,
            "repeats": self.repeats_left,
        }
        self._extras = ", ".join(name for name, value in found.items() if value)
        self._success_callback_name = None
        self._failure_callback_name = None
        self._stopped_callback_name = None
        self.webhooks = []
        self.repeats_left = None
        return restored

    @property
    def func(self) -> Duty:
        """The function that the job's word stands for.

        Raises:
            Forged: the word is not in the table, or the job wants more than a call.
        """
        if self._extras:
            raise Forged(f"job {self.id} is refused: it has {self._extras}")
        word = self.func_name
        if self.instance is not None or word is None or word not in self.table:
            known = ", ".join(self.table)
            raise Forged(f"job {self.id} asks for {word!r}; a worker knows {known}")
        return self.table[word]


def job_class(table: Mapping[str, Duty]) -> type[FixedJob]:
    """The job class of a worker that knows the words of ``table``."""
    return type("WorkerJob", (FixedJob,), {"table": dict(table)})
