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
    """``<int:...>`` of a route by the same rule; what is no such number is not found."""

    regex = _PLAIN.pattern
