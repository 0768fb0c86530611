"""What many sets say about two bots: score and interval.

The unit is the set (all seat rotations on one seed), since its matches are not independent. A
set's score is the mean of its matches' points, from 0 to 1.

Sources: one set won and one lost are added before mean and variance are taken, so that few or
equal sets do not pretend to be certain (Agresti and Coull, 1998, for proportions).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10, sqrt
from statistics import fmean, variance

_Z95 = 1.959964
_PRIOR = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Estimate:
    """How the first of two bots does against the second.

    Attributes:
        sets: how many sets were played.
        score: its mean score, from 0 to 1.
        low: lower end of the 95 % interval.
        high: upper end.
    """

    sets: int
    score: float
    low: float
    high: float

    @property
    def word(self) -> str:
        """``better``, ``worse`` or ``no difference shown``."""
        if self.low > 0.5:
            return "better"
        return "worse" if self.high < 0.5 else "no difference shown"


def estimate(scores: Sequence[float]) -> Estimate:
    """The estimate from set scores, each from 0 to 1; none at all says nothing."""
    known = [*scores, *_PRIOR]
    half = _Z95 * sqrt(variance(known) / len(known))
    middle = fmean(known)
    mean = fmean(scores) if scores else 0.5
    return Estimate(len(scores), mean, max(0.0, middle - half), min(1.0, middle + half))


def elo(score: float) -> float:
    """The Elo difference that an expected score means; ends are cut at a score of 0.001."""
    kept = min(max(score, 0.001), 0.999)
    return 400 * log10(kept / (1 - kept))


def expected(elo_difference: float) -> float:
    """The expected score of an Elo difference."""
    return float(1 / (1 + 10 ** (-elo_difference / 400)))


def place_points(places: Sequence[int] | None, seat: int) -> float:
    """What a seat made of a match: the mean over the others of 1 behind it and a half beside it.

    Args:
        places: by seat, from 1, ties share; ``None`` when every seat failed at once: a half.
        seat: whose points.
    """
    if places is None:
        return 0.5
    others = [place for other, place in enumerate(places) if other != seat]
    return sum((places[seat] < place) + 0.5 * (places[seat] == place) for place in others) / len(
        others
    )
