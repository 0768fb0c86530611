"""Boards in Markdown, drawn: a fenced block ``board`` becomes an SVG figure.

A block holds one or more boards side by side, separated by a line of ``---``; a last line that
begins with ``:`` is a board's caption. A board's lines are cells, one character each, blanks
ignored. A game without such a board draws blocks of its own, see ``scuffle.registry.pictures``.
``.`` free, ``X`` ``O`` live marks, ``x`` ``o`` zombies owned by crosses and noughts, ``?`` hidden,
``+`` free and available, ``*`` an available enemy mark of noughts.
"""

from collections.abc import Callable, Sequence
from html import escape

CELL = 28
"""Edge of a cell, in SVG units."""

EDGE = 18
"""Room for the letters above the board and the numbers beside it."""

WORDS = {
    ".": "free",
    "X": "cross",
    "O": "nought",
    "x": "zombie of crosses",
    "o": "zombie of noughts",
    "?": "hidden",
    "+": "available",
    "*": "nought that can be killed",
}


Picture = Callable[[Sequence[str]], str]
"""From the lines of one figure to its SVG."""


def draw_blocks(source: str, picture: Picture) -> str:
    """The figures of one fenced block."""
    figures = "".join(_figure(part, picture) for part in source.split("---\n") if part.strip())
    return f'<div class="boards">{figures}</div>\n'


def _figure(source: str, picture: Picture) -> str:
    lines = [line.strip() for line in source.strip().splitlines()]
    caption = lines.pop()[1:].strip() if lines[-1].startswith(":") else ""
    shown = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{picture(lines)}{shown}</figure>"


def draw_board(lines: Sequence[str]) -> str:
    """A board of crosses and noughts."""
    rows = [line.replace(" ", "") for line in lines]
    return _svg(rows, "; ".join(", ".join(WORDS.get(cell, cell) for cell in row) for row in rows))


def _svg(rows: list[str], label: str) -> str:
    height, width = CELL * len(rows), CELL * max(map(len, rows))
    cells = "".join(
        _cell(cell, CELL * column, CELL * row)
        for row, line in enumerate(rows)
        for column, cell in enumerate(line)
    )
    lines = "".join(f"M0 {y}H{width}" for y in range(0, height + 1, CELL))
    lines += "".join(f"M{x} 0V{height}" for x in range(0, width + 1, CELL))
    names = _names(width // CELL, height // CELL)
    return (
        f'<svg class="drawing" role="img" aria-label="{escape(label)}" '
        f'viewBox="{-EDGE} {-EDGE} {width + EDGE + 1} {height + EDGE + 1}">'
        f'{cells}<path class="line" d="{lines}"/>{names}</svg>'
    )


def _names(columns: int, rows: int) -> str:
    """Letters above the columns and numbers beside the rows, as the text names cells."""
    above = ((CELL * n + CELL // 2, -5, chr(ord("a") + n)) for n in range(columns))
    beside = ((-EDGE // 2 - 1, CELL * n + CELL // 2 + 4, n + 1) for n in range(rows))
    return "".join(
        f'<text class="name" x="{x}" y="{y}">{name}</text>' for x, y, name in (*above, *beside)
    )


def _cell(cell: str, x: int, y: int) -> str:
    middle = f'cx="{x + CELL // 2}" cy="{y + CELL // 2}"'
    dot = f'<circle class="can" {middle} r="3"/>'
    ring = f'<circle class="ring" {middle} r="8"/>'
    return {
        "X": f'<path class="cross" d="{_strokes(x, y, 7)}"/>',
        "O": ring,
        "x": _tile("tint0", x, y) + f'<circle class="dead0" {middle} r="8"/>',
        "o": _tile("tint1", x, y) + ring + f'<path class="dead1" d="{_strokes(x, y, 10)}"/>',
        "?": _tile("fog", x, y),
        "+": dot,
        "*": ring + dot,
    }.get(cell, "")


def _tile(kind: str, x: int, y: int) -> str:
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'


def _strokes(x: int, y: int, inset: int) -> str:
    left, right, top, bottom = x + inset, x + CELL - inset, y + inset, y + CELL - inset
    return f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"
