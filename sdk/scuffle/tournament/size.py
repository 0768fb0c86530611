"""How large a tournament gets, and which games can hold it."""

from collections.abc import Collection
from enum import StrEnum

from scuffle.tournament.bracket import first_tables
from scuffle.tournament.ring import rings


class Kind(StrEnum):
    """How a tournament is played."""

    ROUND_ROBIN = "round-robin"
    ELIMINATION = "elimination"


def most_matches(kind: Kind, entrants: int, size: int, sets: int) -> int:
    """How many matches are played if nobody leaves and no table needs further sets.

    Args:
        kind: how it is played.
        entrants: how many there are.
        size: how many sit at a table.
        sets: how many sets a table plays, each with as many matches as sit there.
    """
    if kind is Kind.ROUND_ROBIN:
        if entrants < size:
            return 0
        return sum(len(ring) for ring in rings(entrants, size)) * size * sets
    first = first_tables(entrants, size)
    seats = sum(len(table) for table in first if len(table) > 1)
    later, tables = 0, len(first)
    while tables > 1:
        later, tables = later + tables, tables // size
    return (seats + later) * sets


def names_no_table(kind: Kind, size: int, players: Collection[int]) -> str:
    """Why a game for so many ``players`` cannot hold such a tournament, or ``""``.

    A bracket's tables lose seats where nobody fills them, so it needs every number from two up.
    """
    wanted = range(2, size + 1) if kind is Kind.ELIMINATION else (size,)
    missing = [str(one) for one in wanted if one not in players]
    if size < 2 or missing:
        takes = " or ".join(map(str, sorted(players)))
        needs = f"games of {' and '.join(missing)}" if missing else "at least 2 at a table"
        return f"It needs {needs}, and the game is for {takes} players."
    return ""
