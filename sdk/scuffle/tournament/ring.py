"""Round robin for tables of any size: entrants on a ring, each table turned round it.

A table ``{0, a, b}`` turned by one place after the other seats everybody equally often; a ring of
tables covers the distances between its seats. Rings are added until every distance is covered, so
everybody meets everybody and all play the same number of matches. For two players that is the
usual round robin, in which each pair meets once. Source: cyclic designs, C. J. Colbourn and
J. H. Dinitz, Handbook of Combinatorial Designs, section VI.16.
"""

from collections.abc import Sequence


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
    open_distances = set(range(1, entrants // 2 + 1))
    found = []
    while open_distances:
        table = _widest(entrants, size, open_distances)
        open_distances -= _distances(table, entrants)
        found.append(_turned(table, entrants))
    return tuple(found)


def _widest(entrants: int, size: int, wanted: set[int]) -> tuple[int, ...]:
    """A table with the smallest wanted distance and, seat by seat, as many others as it can."""
    table = (0, min(wanted))
    while len(table) < size:
        free = (place for place in range(1, entrants) if place not in table)
        table += (max(free, key=lambda place: _gain(table, place, entrants, wanted)),)
    return table


def _gain(table: Sequence[int], place: int, entrants: int, wanted: set[int]) -> tuple[int, int]:
    covered = _distances((*table, place), entrants) - _distances(table, entrants)
    return len(covered & wanted), -place


def _distances(table: Sequence[int], entrants: int) -> set[int]:
    apart = {abs(one - other) for one in table for other in table if one != other}
    return {min(distance, entrants - distance) for distance in apart}


def _turned(table: Sequence[int], entrants: int) -> tuple[tuple[int, ...], ...]:
    """The table at every place of the ring; one that comes back to itself early stops there."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for turn in range(entrants):
        seated = tuple((place + turn) % entrants for place in table)
        found.setdefault(frozenset(seated), seated)
    return tuple(found.values())
