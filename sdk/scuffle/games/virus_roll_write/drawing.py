"""Draws the examples of the rules page: pieces of the table, one under the other.

``PICTURES["table"]`` takes the lines of one figure and gives an SVG with the site's classes. A
line is a word and what lies or stands there:

- ``green 2 6 +10 !c2``: a grid; boxes crossed off, ``+`` just now, ``!c2`` or ``!r1`` a full line
- ``trial green 4 +6``, ``lab B2 5 +6``: a card with its dice, ``+`` placed just now
- ``laboratory 3 +11``, ``wildcards 2 1``, ``virus 4 0 6``: rows of a sheet; of the wildcards how
  many are circled and how many of them spent
"""

from collections.abc import Callable, Sequence

from scuffle.games.virus_roll_write.sheet import (
    BOXES,
    COLUMN_ICONS,
    COLUMNS,
    DISEASES,
    LAB_BOXES,
    ROW_ICONS,
    WILDCARD_TUBE,
)

CELL, WIDTH, INSET = 26, 318, 8
SHAPES = (
    "M{x} {t}A{r} {r} 0 1 0 {x}.01 {t}Z",
    "M{x} {t}L{e} {y}L{x} {b}L{w} {y}Z",
    "M{x} {t}L{e} {b}H{w}Z",
    "M{w} {t}H{e}V{b}H{w}Z",
)
PIPS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))


def draw_table(lines: Sequence[str]) -> str:
    """The picture of one figure.

    Raises:
        ValueError: a line is none of those above.
    """
    drawn, top = "", INSET
    for line in lines:
        word, *tokens = line.split()
        height, piece = _piece(word)
        drawn += piece(word, tokens, top)
        top += height + 6
    label = "; ".join(lines).replace("+", "now ").replace("!", "full ")
    return (
        f'<svg class="drawing wide" role="img" aria-label="{label}" '
        f'viewBox="0 0 {WIDTH} {top}">{drawn}</svg>'
    )


PICTURES: dict[str, Callable[[Sequence[str]], str]] = {"table": draw_table}
"""By the word of a fenced block, what draws its figures."""

Piece = Callable[[str, list[str], int], str]


def _piece(word: str) -> tuple[int, Piece]:
    """The height of a line's picture, and who draws it."""
    if word in DISEASES:
        return 3 * CELL + 22, _grid
    found: dict[str, tuple[int, Piece]] = {
        "trial": (44, _card),
        "lab": (44, _card),
        "laboratory": (CELL, _laboratory),
        "wildcards": (CELL, _wildcards),
        "virus": (CELL, _virus),
    }
    if word not in found:
        raise ValueError(f"found {word!r}, wanted one of {', '.join([*DISEASES, *found])}")
    return found[word]


def _grid(colour: str, tokens: list[str], top: int) -> str:
    disease = DISEASES.index(colour)
    left = 92
    title = _icon(disease, 16, top + 13, 7) + _text("start", 30, top + 18, colour)
    cells = [
        _box(disease, box, tokens, left + (box - 1) % COLUMNS * CELL, top + (box - 1) // 4 * CELL)
        for box in range(1, BOXES + 1)
    ]
    rows = [
        _line_icon(icon, f"!r{row + 1}" in tokens, left + 4 * CELL + 12, top + row * CELL + 13)
        for row, icon in enumerate(ROW_ICONS[disease])
    ]
    columns = [
        _line_icon(
            icon, f"!c{column + 1}" in tokens, left + column * CELL + 13, top + 3 * CELL + 11
        )
        for column, icon in enumerate(COLUMN_ICONS[disease])
    ]
    return title + "".join(cells + rows + columns)


def _box(disease: int, box: int, tokens: list[str], x: int, y: int) -> str:
    fresh = f"+{box}" in tokens
    done = fresh or str(box) in tokens
    kind = f"hue{disease}{' done' if done else ''}{' fresh' if fresh else ''}"
    inside = _cross(x, y) if done else _text("middle", x + 12, y + 16, box)
    return f'<rect class="{kind}" x="{x}" y="{y}" width="24" height="24"/>{inside}'


def _card(kind: str, tokens: list[str], top: int) -> str:
    name, *dice = tokens
    slots = 1 if name.endswith("3") else 2
    shown = dice + [""] * (slots - len(dice))
    drawn = "".join(_die(token, 104 + slot * 36, top + 7) for slot, token in enumerate(shown))
    disease = DISEASES.index(name) if kind == "trial" else None
    icon = "" if disease is None else _icon(disease, 26, top + 22, 7)
    title = _text("start", 40 if icon else 18, top + 27, name if icon else f"laboratory {name}")
    values = [int(token.strip("+")) for token in dice]
    total = f"{' + '.join(map(str, values))} = {sum(values)}" if len(values) > 1 else ""
    frame = f'<rect class="card" x="8" y="{top}" width="{WIDTH - 16}" height="44"/>'
    return frame + icon + title + drawn + _text("start", 190, top + 27, total)


def _die(token: str, x: int, y: int) -> str:
    kind = "slot" if not token else "die fresh" if token[0] == "+" else "die"
    places = PIPS[int(token.strip("+"))] if token else ()
    middles = [(x + 15 + (spot % 3 - 1) * 8, y + 15 + (spot // 3 - 1) * 8) for spot in places]
    pips = "".join(f'<circle class="pip" cx="{cx}" cy="{cy}" r="2.8"/>' for cx, cy in middles)
    return f'<rect class="{kind}" x="{x}" y="{y}" width="30" height="30"/>{pips}'


def _laboratory(_: str, tokens: list[str], top: int) -> str:
    drawn = _text("start", 8, top + 16, "lab")
    for index, box in enumerate(LAB_BOXES):
        fresh, x = f"+{box}" in tokens, 34 + index * 25
        done = fresh or str(box) in tokens
        kind = f"plain{' done' if done else ''}{' fresh' if fresh else ''}{' odd' * (box % 2)}"
        inside = _cross(x - 1, top - 1) if done else _text("middle", x + 11, top + 15, box)
        drawn += f'<rect class="{kind}" x="{x}" y="{top}" width="22" height="22"/>{inside}'
    return drawn


def _wildcards(_: str, tokens: list[str], top: int) -> str:
    circled, used = int(tokens[0]), int(tokens[1])
    drawn = _text("start", 8, top + 16, "wildcards")
    for index in range(WILDCARD_TUBE):
        x = 103 + index * 25
        kind = "slot odd" if index >= circled else "plain odd"
        drawn += f'<rect class="{kind}" x="{x - 11}" y="{top}" width="22" height="22"/>'
        drawn += _text("middle", x, top + 16, "★") if index < circled else ""
        drawn += f'<path class="strike" d="M{x - 9} {top + 20}L{x + 9} {top + 2}"/>' * (
            index < used
        )
    return drawn


def _virus(_: str, tokens: list[str], top: int) -> str:
    drawn = _text("start", 8, top + 16, "virus tube")
    for index, value in enumerate(tokens):
        x = 103 + index * 25
        drawn += f'<rect class="plain odd" x="{x - 11}" y="{top}" width="22" height="22"/>'
        drawn += _text("middle", x, top + 15, f"−{value}" if value != "0" else value)
    return drawn


def _line_icon(disease: int, full: bool, x: int, y: int) -> str:
    ring = f'<circle class="round" cx="{x}" cy="{y}" r="10"/>' if full else ""
    return _icon(disease, x, y, 5) + ring


def _icon(disease: int, x: int, y: int, r: int) -> str:
    path = SHAPES[disease].format(x=x, y=y, r=r, t=y - r, b=y + r, w=x - r, e=x + r)
    return f'<path class="hue{disease} done" d="{path}"/>'


def _cross(x: int, y: int) -> str:
    near, far = 7, 17
    strokes = (
        f"M{x + near} {y + near}L{x + far} {y + far}M{x + far} {y + near}L{x + near} {y + far}"
    )
    return f'<path class="crossed" d="{strokes}"/>'


def _text(anchor: str, x: int, y: int, text: object) -> str:
    return f'<text class="{anchor}" x="{x}" y="{y}">{text}</text>'
