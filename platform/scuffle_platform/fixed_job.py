"""A queue job that can only be one of a few functions.

RQ imports and calls whatever dotted name it reads from Redis. Whoever may write there would run
code as us, so jobs name words of a fixed table instead, and everything else RQ would call
(callbacks, webhooks, bound methods) is refused.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from rq.exceptions import NoSuchJobError
from rq.job import Job


class ForgedJob(Exception):
    """A job that we did not write."""


class FixedJob(Job):
    """A job whose function is a word of ``table``; a subclass fills the table."""

    table: ClassVar[Mapping[str, Callable[..., Any]]] = {}
    _forged = ""

    def restore(self, raw_data: Any) -> Any:
        """Read the job, less what would make RQ call further things."""
        try:
            restored = super().restore(raw_data)
        except Exception as error:
            # RQ passes over a job that is not there, and ends its worker at any other error.
            raise NoSuchJobError(f"job {self.id} cannot be read: {error!r}") from error
        if (
            self._success_callback_name
            or self._failure_callback_name
            or self._stopped_callback_name
        ):
            self._forged = "it has callbacks"
        if self.webhooks:
            self._forged = "it has webhooks"
        self._success_callback_name = None
        self._failure_callback_name = None
        self._stopped_callback_name = None
        self.webhooks = []
        return restored

    @property
    def func(self) -> Callable[..., Any]:
        """The function that the job's word stands for.

        Raises:
            ForgedJob: the word is not in the table, or the job wants more than a call.
        """
        if self._forged:
            raise ForgedJob(f"job {self.id} is refused: {self._forged}")
        word = self.func_name
        if self.instance is not None or word is None or word not in self.table:
            words = ", ".join(self.table) or "nothing"
            raise ForgedJob(f"job {self.id} asks for {word!r}; it may ask for {words}")
        return self.table[word]
