"""Measuring in turn: ours, theirs, ours, theirs, so that a busy host slows both."""

import statistics
from collections.abc import Callable

ROUNDS = 5
ROUND_S = 1.0

Rate = Callable[[], float]


def in_turn(ours: Rate, theirs: Rate, rounds: int = ROUNDS) -> tuple[float, float]:
    """The medians of both rates, measured alternately."""
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    mine, other = zip(*pairs, strict=True)
    return statistics.median(mine), statistics.median(other)
