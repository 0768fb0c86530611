"""What the fit is told, and how matches become counts that no order can touch."""

from array import array
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Seat = tuple[str, int]
"""``(format, seat)``."""
K = TypeVar("K", bound=Hashable)
Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A version that the fit rates.

    Attributes:
        version: its id.
        predecessor: the id of the same bot's version before it in this ladder, or ``None``.
        prior: rating and standard deviation, in Elo, that it begins with if it has no
            predecessor; ``None``: a newcomer's.
    """

    version: str
    predecessor: str | None = None
    prior: tuple[float, float] | None = None


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


class Tally:
    """Pairs of sides and how they fared; it grows by one result at a time.

    A side is a version in a seat of a format. Whole halves are counted, so that the order of the
    results cannot show even in the last bit.

    Attributes:
        versions: by version, the number that it has in :attr:`pairs`.
        seats: by ``(format, seat)``, the number that it has in :attr:`pairs`.
    """

    def __init__(self) -> None:
        self.versions: dict[str, int] = {}
        self.seats: dict[Seat, int] = {}
        self._rows: dict[tuple[int, ...], int] = {}
        self._pairs = array("q")
        self._halves = array("q")
        self._seen: set[tuple[object, ...]] = set()

    def add(self, result: Result) -> bool:
        """Count a result; ``False`` for one that is the same game as an earlier one."""
        if result.sameness in self._seen:
            return False
        self._seen.add(result.sameness)
        for row, points in self.marks(result):
            self._halves[2 * row] += points
            self._halves[2 * row + 1] += 2 - points
        return True

    def marks(self, result: Result) -> Iterator[tuple[int, int]]:
        """Row and points of each pair of a match: 2 for a win of the lower seat, 1 for a tie."""
        sides = [
            (self._number(self.versions, version), self._number(self.seats, (result.format, seat)))
            for seat, version in enumerate(result.versions)
        ]
        for one, other in combinations(range(len(sides)), 2):
            ahead = result.places[other] - result.places[one]
            points = 1 if ahead == 0 else 2 * (ahead > 0)
            yield self._row((*sides[one], *sides[other], len(sides))), points

    @property
    def pairs(self) -> Whole:
        """Row by row version, seat, the other's version, its seat, and how many played."""
        return np.array(self._pairs, dtype=np.int64).reshape(-1, 5)

    @property
    def halves(self) -> Whole:
        """Row by row the halves that the lower seat won, and those that the other won."""
        return np.array(self._halves, dtype=np.int64).reshape(-1, 2)

    @property
    def won(self) -> npt.NDArray[np.float64]:
        """Row by row the weight of the lower seat's wins.

        A tie is half, and one pair of a match of ``n`` weighs ``1/(n-1)``.
        """
        return self.halves[:, 0] * half_weight(self.pairs[:, 4])

    @property
    def lost(self) -> npt.NDArray[np.float64]:
        """Row by row the weight of the other seat's wins."""
        return self.halves[:, 1] * half_weight(self.pairs[:, 4])

    def _row(self, key: tuple[int, ...]) -> int:
        row = self._rows.setdefault(key, len(self._rows))
        if len(self._pairs) < 5 * len(self._rows):
            self._pairs.extend(key)
            self._halves.extend((0, 0))
        return row

    @staticmethod
    def _number(known: dict[K, int], name: K) -> int:
        return known.setdefault(name, len(known))


def half_weight(players: Whole) -> npt.NDArray[np.float64]:
    """What half a win weighs in a match of so many."""
    return 1 / (2 * (players - 1))


def tally(results: Iterable[Result]) -> Tally:
    """Count the pairs of all results."""
    counts = Tally()
    for result in results:
        counts.add(result)
    return counts
