"""Round robin for tables of any size: entrants on a ring, each table turned round it.

A table ``{0, a, b}`` turned by one place after the other seats everybody equally often; a ring of
tables covers the distances between its seats. Rings are added until every distance is covered, so
everybody meets everybody and all play the same number of matches. For two players that is the
usual round robin, in which each pair meets once. Source: cyclic designs, C. J. Colbourn and
J. H. Dinitz, Handbook of Combinatorial Designs, section VI.16.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations


@lru_cache(maxsize=64)
def rings(entrants: int, size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The tables of a round robin, ring by ring.

    Args:
        entrants: how many there are, at least ``size``.
        size: how many sit at a table, from 2.

    Raises:
        ValueError: there are too few for one table.
    """
    if not 2 <= size <= entrants:
        raise ValueError(f"{entrants} entrants do not fill a table of {size}")
    met: Counter[int] = Counter(dict.fromkeys(range(1, entrants // 2 + 1), 0))
    found = []
    while new := [distance for distance, times in met.items() if not times]:
        table = _widest(entrants, size, new[0], met)
        met.update(_distances(table, entrants))
        found.append(_turned(table, entrants))
    return tuple(found)


def _widest(entrants: int, size: int, distance: int, met: Counter[int]) -> tuple[int, ...]:
    """Of the tables with ``distance`` the one with the most new ones and the fewest old ones."""

    def worth(others: tuple[int, ...]) -> tuple[int, int]:
        apart = _distances((0, distance, *others), entrants)
        return len({one for one in apart if not met[one]}), -sum(met[one] for one in apart)

    free = (place for place in range(1, entrants) if place != distance)
    return (0, distance, *max(combinations(free, size - 2), key=worth))


def _distances(table: Sequence[int], entrants: int) -> list[int]:
    """How far apart each pair sits, the shorter way round."""
    apart = (abs(one - other) for one, other in combinations(table, 2))
    return [min(distance, entrants - distance) for distance in apart]


def _turned(table: Sequence[int], entrants: int) -> tuple[tuple[int, ...], ...]:
    """The table at every place of the ring; one that comes back to itself early stops there."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for turn in range(entrants):
        seated = tuple((place + turn) % entrants for place in table)
        found.setdefault(frozenset(seated), seated)
    return tuple(found.values())
