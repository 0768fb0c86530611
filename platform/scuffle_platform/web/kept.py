"""What costs much to find out and changes only with results: kept until they do."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from flask import current_app

MOST = 500

T = TypeVar("T")


class Kept:
    """The last answers by question; each with the facts that it followed from."""

    def __init__(self) -> None:
        self._answers: OrderedDict[object, tuple[object, Any]] = OrderedDict()
        self._lock = Lock()

    def get(self, question: object, facts: object, find: Callable[[], T]) -> T:
        """The answer, found anew if the facts have changed or it was too long ago."""
        with self._lock:
            known = self._answers.get(question)
        if known is not None and known[0] == facts:
            found: T = known[1]
            return found
        found = find()
        with self._lock:
            self._answers[question] = facts, found
            self._answers.move_to_end(question)
            while len(self._answers) > MOST:
                self._answers.popitem(last=False)
        return found


def kept() -> Kept:
    """The app's."""
    found: Kept = current_app.extensions["scuffle.kept"]
    return found
