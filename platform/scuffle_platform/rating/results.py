"""What the fit is told, and how matches become counts that no order can touch."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Contestant:
    """A version that the fit rates.

    Attributes:
        version: its id.
        predecessor: the id of the same bot's version before it in this ladder, or ``None``.
    """

    version: str
    predecessor: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """One ranked match that ended.

    Attributes:
        match: its id.
        format: settings and number of players as canonical text.
        versions: ``versions[seat]``.
        places: ``places[seat]``, from 1, ties shared; a failed bot's place is behind the others.
        actions: a digest of all actions.
    """

    match: str
    format: str
    versions: tuple[str, ...]
    places: tuple[int, ...]
    actions: str = ""

    @property
    def sameness(self) -> tuple[object, ...]:
        """Two results that agree in this are the same game played twice."""
        return (self.format, self.versions, self.places, self.actions or self.match)


Side = tuple[str, str, int]
"""``(version, format, seat)``."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Pairs of sides and how they fared, in canonical order.

    Attributes:
        pairs: ``(side, side)``, the first in the lower seat.
        won: by pair, the weight of the first side's wins; a tie is half, one pair of a match of
            ``n`` weighs ``1/(n-1)``.
        lost: by pair, the weight of the second side's wins.
    """

    pairs: tuple[tuple[Side, Side], ...]
    won: npt.NDArray[np.float64]
    lost: npt.NDArray[np.float64]

    def without(self, result: Result) -> "Tally":
        """The tally less one result that it holds; its pairs stay, perhaps with no weight."""
        index = {pair: k for k, pair in enumerate(self.pairs)}
        won, lost = self.won.copy(), self.lost.copy()
        for one, other, points in _pairs(result):
            weight = 1 / (2 * (len(result.versions) - 1))
            won[index[one, other]] -= points * weight
            lost[index[one, other]] -= (2 - points) * weight
        return Tally(self.pairs, won.clip(min=0), lost.clip(min=0))


def distinct(results: Iterable[Result]) -> dict[tuple[object, ...], Result]:
    """One result for each game, the one with the smallest match id, by its sameness."""
    kept: dict[tuple[object, ...], Result] = {}
    for result in results:
        other = kept.get(result.sameness)
        if other is None or result.match < other.match:
            kept[result.sameness] = result
    return kept


def tally(results: Iterable[Result]) -> Tally:
    """Count the pairs of all distinct results.

    Whole halves are counted first and weighted afterwards, in sorted order, so that the order of
    ``results`` cannot show even in the last bit.
    """
    halves: dict[tuple[Side, Side, int], list[int]] = {}
    for result in distinct(results).values():
        for one, other, points in _pairs(result):
            count = halves.setdefault((one, other, len(result.versions)), [0, 0])
            count[0] += points
            count[1] += 2 - points
    weights: dict[tuple[Side, Side], list[float]] = {}
    for (one, other, players), count in sorted(halves.items()):
        weight = weights.setdefault((one, other), [0.0, 0.0])
        weight[0] += count[0] / (2 * (players - 1))
        weight[1] += count[1] / (2 * (players - 1))
    figures = np.array(list(weights.values()), dtype=np.float64).reshape(-1, 2)
    return Tally(tuple(weights), figures[:, 0], figures[:, 1])


def _pairs(result: Result) -> Iterable[tuple[Side, Side, int]]:
    for one, other in combinations(range(len(result.versions)), 2):
        ahead = result.places[other] - result.places[one]
        points = 1 if ahead == 0 else 2 * (ahead > 0)
        yield _side(result, one), _side(result, other), points


def _side(result: Result, seat: int) -> Side:
    return (result.versions[seat], result.format, seat)
