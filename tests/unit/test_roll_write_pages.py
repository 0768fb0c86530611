"""The drawn examples of the rules page of Virus Roll & Write, held to the rules."""

import re

import pytest

from scuffle.games.virus_roll_write import drawing, scoring, sheet
from scuffle.games.virus_roll_write.cards import pair_box
from scuffle.games.virus_roll_write.state import Sheet
from scuffle.registry import pictures, rules_markdown

RULES = rules_markdown("virus-roll-write")
FIGURES = [
    [line for line in part.splitlines() if line and line[0] != ":"]
    for block in re.findall(r"```table\n(.*?)```", RULES, re.DOTALL)
    for part in block.split("---\n")
]
LINES = [line.split() for figure in FIGURES for line in figure]
GRIDS = [line for line in LINES if line[0] in sheet.DISEASES]


def boxes(tokens: list[str]) -> list[int]:
    return [int(token.strip("+")) for token in tokens if token[0] != "!"]


@pytest.mark.parametrize("lines", FIGURES, ids=lambda lines: lines[0])
def test_every_figure_is_drawn(lines: list[str]) -> None:
    picture = pictures("virus-roll-write")["table"](lines)
    assert picture.startswith('<svg class="drawing wide" role="img" aria-label="')
    assert picture.count('class="crossed"') == sum(
        len(boxes(line.split()[1:]))
        for line in lines
        if line.split()[0] in (*sheet.DISEASES, "laboratory")
    )


@pytest.mark.parametrize("line", [line for line in GRIDS if any("+" in t for t in line)], ids=str)
def test_full_lines_are_just_those_that_the_new_box_completes(line: list[str]) -> None:
    tokens = line[1:]
    (new,) = [int(token[1:]) for token in tokens if token[0] == "+"]
    crossed = sum(1 << box - 1 for box in boxes(tokens) if box != new)
    completed = {f"!{kind[0]}{n + 1}" for kind, n in sheet.lines_completed(crossed, new)}
    assert completed == {token for token in tokens if token[0] == "!"}


def test_what_the_captions_promise_is_what_the_icons_give() -> None:
    blue, red, green, yellow = range(4)
    assert sheet.icon(green, ("column", 1)) == red
    assert sheet.icon(blue, ("row", 0)) == red
    assert sheet.icon(blue, ("column", 3)) == green
    assert sheet.icon(red, ("row", 1)) == yellow
    assert pair_box("B", 5, 6) == 11


def test_the_scoring_example_adds_up() -> None:
    own = Sheet(boxes=[sheet.FULL, 0x1FF, 0x1F, 0x3], circled=3, used=1, cures=[0])
    own.virus = [4, 0, 6, 2, 1]
    assert scoring.score(own) == 25
    assert "13: 25 points." in RULES


def test_a_line_that_is_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="found 'purple', wanted one of blue"):
        drawing.draw_table(["purple 1 2"])
