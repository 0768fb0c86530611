"""Is the new one better? A test that looks after every set and stops as soon as it knows.

The unit is the set (all seat rotations on one seed), since its matches are not independent. What
it says of two bots is its gain: how many more points a match the new one made than the old one
would have made, a point being an opponent left behind, half of one an opponent equalled.

Source: the generalised sequential probability ratio test with the normal approximation and the
sample variance (Wald, 1945; Van den Bergh, "The generalized SPRT", 2017), as used for the five
outcomes of a pair of games in chess engine testing. One set won and one lost are added before the
variance is taken, so that few or equal sets do not pretend to be certain.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import log, sqrt

from scuffle.bench_stats import elo, expected

LEAST_SETS = 8
MOST_SETS = 200
ERROR = 0.05
"""Of either kind: called better without being it, and called not better by a version that is
better by ``WANTED_GAIN``."""
WANTED_ELO = 50
WANTED_GAIN = expected(WANTED_ELO) - 0.5
"""The smallest difference that a series is built to find, in points a match."""

_BOUND = log((1 - ERROR) / ERROR)
_Z95 = 1.959964
_ADDED = (0.5, -0.5)


class Answer(StrEnum):
    """What a series says of the question whether the new one is better."""

    BETTER = "better"
    NOT_BETTER = "not-better"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the sets so far say.

    Attributes:
        answer: ``None`` while more sets are wanted.
        sets: how many sets were looked at; later ones came after the end and count for nothing.
        gain: their mean, in points a match, -1 to 1; 0 without any.
        low: lower end of its 95 % interval.
        high: upper end.
    """

    answer: Answer | None
    sets: int
    gain: float
    low: float
    high: float


def judge(
    gains: Iterable[float],
    most: int = MOST_SETS,
    between: tuple[float, float] = (0.0, WANTED_GAIN),
) -> Judgement:
    """Look after each set in turn; what comes after the decision changes nothing.

    Args:
        gains: of each set in the order of their numbers, -1 to 1 points a match.
        most: the set after which the test gives up.
        between: the two gains that are told apart: at most the lower one is ``not-better``, at
            least the upper one ``better``.
    """
    number, total, squares = 0, 0.0, sum(one * one for one in _ADDED)
    found = Judgement(None, 0, 0.0, -1.0, 1.0)
    for gain in gains:
        number, total, squares = number + 1, total + gain, squares + gain * gain
        # The two that were added say nothing of the mean, so they are not counted again.
        spread = (squares - total * total / (number + 2)) / max(1, number - 1)
        found = _look(number, total / number, spread, most, between)
        if found.answer is not None:
            break
    return found


def _look(
    number: int, mean: float, spread: float, most: int, between: tuple[float, float]
) -> Judgement:
    low, high = between
    ratio = number * (high - low) * (2 * mean - low - high) / (2 * spread)
    answer = None
    if number >= LEAST_SETS and ratio >= _BOUND:
        answer = Answer.BETTER
    elif number >= LEAST_SETS and ratio <= -_BOUND:
        answer = Answer.NOT_BETTER
    elif number >= most:
        answer = Answer.UNDECIDED
    half = _Z95 * sqrt(spread / number)
    return Judgement(answer, number, mean, max(-1.0, mean - half), min(1.0, mean + half))


def gain_elo(gain: float) -> float:
    """The Elo difference of two bots of which one gains so much on the other, head to head."""
    return elo(0.5 + gain)
