"""Whole numbers that people and programs send as text."""

import re

from werkzeug.routing import IntegerConverter

_PLAIN = re.compile("[0-9]{1,9}")
"""Nine digits hold every number that anything here is counted by, and fit every column."""


def whole_number(text: str) -> int | None:
    """The number that a text is, from 0; ``None`` unless it is one to nine of the digits 0 to 9.

    ``int`` would take the digits of every script, and stumbles over some thousands of them.
    """
    return int(text) if _PLAIN.fullmatch(text) else None


class PlainNumber(IntegerConverter):
    """``<int:...>`` of a route, of the digits 0 to 9.

    More than nine of them are the largest of nine: a number that nothing has, as its page says.
    """

    regex = "[0-9]+"

    def to_python(self, value: str) -> int:
        """The number."""
        digits = value.lstrip("0") or "0"
        return int(super().to_python(digits if len(digits) <= 9 else "9" * 9))
