"""Single elimination for tables of two to four: the first of each table goes on.

The draw is a snake: the strongest sit at different tables and meet as late as can be. For two
players that is the usual bracket, in which 1 would meet 2 in the final. Seats that nobody fills
are in the first round alone; who is alone at a table has a bye.
"""

from itertools import chain


def rounds_of(entrants: int, size: int) -> int:
    """How many rounds there are."""
    rounds, room = 1, size
    while room < entrants:
        rounds, room = rounds + 1, room * size
    return rounds


def first_tables(entrants: int, size: int) -> tuple[tuple[int, ...], ...]:
    """The tables of the first round; one entrant alone has a bye."""
    return _snake(entrants, size ** (rounds_of(entrants, size) - 1))


def feeders(tables: int, size: int) -> tuple[tuple[int, ...], ...]:
    """For each table of the next round the tables of this one whose winners sit there."""
    return _snake(tables, tables // size)


def top_down(entrants: int, size: int) -> tuple[tuple[int, ...], ...]:
    """By round the tables in the order to be drawn in, so that no two lines cross."""
    order: tuple[int, ...] = (0,)
    found = [order]
    for _ in range(rounds_of(entrants, size) - 1):
        above = feeders(len(order) * size, size)
        order = tuple(chain.from_iterable(above[table] for table in order))
        found.insert(0, order)
    return tuple(found)


def _snake(count: int, tables: int) -> tuple[tuple[int, ...], ...]:
    """Deal ``count`` to tables from the first to the last, then back, and so on."""
    dealt: list[list[int]] = [[] for _ in range(tables)]
    for one in range(count):
        row, place = divmod(one, tables)
        dealt[place if row % 2 == 0 else tables - 1 - place].append(one)
    return tuple(map(tuple, dealt))
