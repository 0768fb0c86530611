"""The score sheet as data: grids, icons, laboratory row, tubes.

The printed sheet is not public text. This one is a reconstruction that contradicts no sentence
of the rulebook; everything about it that a rule asks for stands in this file.

A disease's boxes are kept as 12 bits, box 1 in bit 0; a laboratory row as bits 2 to 12.
"""

DISEASES = ("blue", "red", "green", "yellow")
ROWS, COLUMNS = 3, 4
BOXES = ROWS * COLUMNS
FULL = (1 << BOXES) - 1

ROW_ICONS = tuple(tuple((d + row) % 4 for row in (1, 2, 3)) for d in range(4))
"""``ROW_ICONS[disease][row]``: the colour of the free box that a finished row gives."""

COLUMN_ICONS = tuple(tuple((d + shift) % 4 for shift in (2, 3, 1, 2)) for d in range(4))
"""``COLUMN_ICONS[disease][column]``: the same for columns."""

LAB_BOXES = range(2, 13)
WILDCARD_TUBE, WILDCARDS_AT_START = 6, 1

POINTS = (0, 0, 0, 0, 5, 5, 5, 5, 10, 10, 10, 12, 12)
"""Points of a disease by the number of its boxes crossed off."""
CURE_POINTS, WILDCARD_POINTS = 5, 3

_ROW_MASKS = tuple(0b1111 << 4 * row for row in range(ROWS))
_COLUMN_MASKS = tuple(0b000100010001 << column for column in range(COLUMNS))


def gives_extra(lab_box: int) -> bool:
    """Whether a laboratory box gives an extra cross-off (even) rather than a wildcard (odd)."""
    return lab_box % 2 == 0


def free_boxes(crossed: int) -> list[int]:
    """The boxes (1-12) of a disease that are still free, ascending."""
    return [box for box in range(1, BOXES + 1) if not crossed >> (box - 1) & 1]


def lines_completed(crossed: int, box: int) -> list[tuple[str, int]]:
    """The lines that ``box`` would complete, row first: ``("row", 0)``, ``("column", 1)``."""
    after = crossed | 1 << (box - 1)
    row, column = divmod(box - 1, COLUMNS)
    lines = []
    if after & _ROW_MASKS[row] == _ROW_MASKS[row]:
        lines.append(("row", row))
    if after & _COLUMN_MASKS[column] == _COLUMN_MASKS[column]:
        lines.append(("column", column))
    return lines


def icon(disease: int, line: tuple[str, int]) -> int:
    """The colour of the free box that a line gives."""
    kind, index = line
    return (ROW_ICONS if kind == "row" else COLUMN_ICONS)[disease][index]


def disease_points(crossed: int) -> int:
    """Points of one disease's grid."""
    return POINTS[crossed.bit_count()]
