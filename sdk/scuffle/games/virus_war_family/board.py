"""Sets of cells as integers: one bit a cell, a guard column between the rows.

Cell (row, col) is bit ``row * (cols + 1) + col``. The guard column is never set, so a shift that
runs over the edge of a row lands there and is masked away: no row wraps round.
"""

from collections.abc import Sequence
from itertools import compress
from typing import cast

from scuffle.contract import Action

FREE, HIDDEN = -1, -2
"""Cell values on the wire besides 0 and 1 (live) and 2 and 3 (zombie of player 0 and 1)."""

_SELECTORS = bytes.maketrans(b"01", b"\x00\x01")

# A cell's code is one hexadecimal digit: 1 and 2 live, 4 and 8 zombie, 3 hidden, f guard; the
# table turns it into the wire's value as a signed byte.
_HIDDEN, _GUARD = 3, 15
_WIRE = bytes.maketrans(b"012483", bytes(value & 0xFF for value in (FREE, 0, 1, 2, 3, HIDDEN)))


class Board:
    """The geometry of a ``rows`` x ``cols`` board and the actions on its cells, built once.

    Attributes:
        full: every cell.
        near: by bit number, the up to eight neighbours of a cell.
        bits: by bit number, the cell itself.
    """

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.width = cols + 1
        self._length = rows * self.width
        row = (1 << cols) - 1
        self.full = sum(row << r * self.width for r in range(rows))
        self.bits = tuple(1 << i for i in range(self._length))
        self.near = tuple(self.spread(bit & self.full) & ~bit for bit in self.bits)
        self._grows = self._actions("grow")
        self._grows_and_kills = self._grows + self._actions("kill")
        self._guard = _codes(~self.full & ((1 << self._length) - 1)) * _GUARD

    def _actions(self, word: str) -> tuple[Action, ...]:
        cells = (divmod(i, self.width) for i in range(self._length))
        return tuple({"action": word, "params": {"row": r, "col": c}} for r, c in cells)

    def cell(self, row: int, col: int) -> int:
        """The set of this one cell."""
        return 1 << row * self.width + col

    def column(self, col: int) -> int:
        """The set of one column's cells."""
        return sum(self.cell(row, col) for row in range(self.rows))

    def spread(self, cells: int) -> int:
        """``cells`` and all their neighbours, diagonal ones included."""
        wide = cells | cells << 1 | cells >> 1
        return (wide | wide << self.width | wide >> self.width) & self.full

    def flood(self, start: int, through: int) -> int:
        """``start`` and every cell of ``through`` that is 8-connected to it through them."""
        region = front = start
        while front:
            front = self.spread(front) & through & ~region
            region |= front
        return region

    def actions(self, grows: int, kills: int) -> list[Action]:
        """``grow`` on the first set's cells, then ``kill`` on the second's; each row by row."""
        if not kills:
            return list(compress(self._grows, _selectors(grows)))
        both = grows | kills << self._length
        return list(compress(self._grows_and_kills, _selectors(both)))

    def values(self, live: Sequence[int], zombies: Sequence[int], hidden: int) -> list[list[int]]:
        """The wire's ``board[row][col]``, row 0 on top; the sets are indexed by player."""
        if hidden:
            live, zombies = ([cells & ~hidden for cells in pair] for pair in (live, zombies))
        codes = (
            _codes(live[0])
            + _codes(live[1]) * 2
            + _codes(zombies[0]) * 4
            + _codes(zombies[1]) * 8
            + _codes(hidden) * _HIDDEN
            + self._guard
        )
        # The last guard is the highest digit, so there are as many digits as cells.
        flat = f"{codes:x}".encode()[::-1].translate(_WIRE, b"f")
        signed = memoryview(flat).cast("b", (self.rows, self.cols))
        return cast(list[list[int]], signed.tolist())

    def sets(self, values: Sequence[Sequence[int]], value: int) -> int:
        """The cells of ``values[row][col]`` that hold ``value``."""
        return sum(
            self.cell(r, c)
            for r, row in enumerate(values)
            for c, found in enumerate(row)
            if found == value
        )


def _codes(cells: int) -> int:
    """One hexadecimal digit a cell, the first cell lowest: 1 where it is in ``cells``."""
    return int(f"{cells:b}", 16)


def _selectors(cells: int) -> bytes:
    """One byte a bit, lowest first, as ``itertools.compress`` wants them."""
    return f"{cells:b}"[::-1].encode().translate(_SELECTORS)
