"""The drawn examples of the rules pages show what the engine says.

In a block ``board``, ``+`` is a free cell and ``*`` a nought that is available to crosses; ``x``
and ``o`` are zombies of crosses and noughts, ``?`` is hidden.
"""

import re

import pytest

from scuffle import registry

VALUES = {"X": 0, "O": 1, "x": 2, "o": 3, "*": 1}
GAMES = ("virus-war", "virus-war-fog", "virus-war-steps")


def boards(game_id):
    for block in re.findall(r"```board\n(.*?)```", registry.rules_markdown(game_id), re.DOTALL):
        for part in block.split("---\n"):
            yield [line.split() for line in part.splitlines() if line and line[0] != ":"]


def marked(board, signs):
    return {(r, c) for r, row in enumerate(board) for c, sign in enumerate(row) if sign in signs}


PICTURES = [
    pytest.param(board, id=f"{game_id}-{index}")
    for game_id in GAMES
    for index, board in enumerate(boards(game_id))
]
OPEN = [
    pytest.param(board, id=f"{game_id}-{index}")
    for game_id in GAMES
    for index, board in enumerate(boards(game_id))
    if marked(board, "+*") and marked(board, "O*") and not marked(board, "?")
]


def available(board):
    game = registry.make("virus-war-fog", {"size": len(board), "vision": "all"})
    values = [[VALUES.get(sign, -1) for sign in row] for row in board]
    view = {"turn": 7, "actions_left": 3, "board": values, "last_turn": []}
    legal = game.legal_actions(game.state_of(view), 0)
    return {tuple(action["params"].values()) for action in legal}


@pytest.mark.parametrize("board", PICTURES)
def test_pictures_are_square_and_use_known_signs(board):
    assert all(len(row) == len(board) for row in board)
    assert {sign for row in board for sign in row} <= set(".+*XOxo?")


@pytest.mark.parametrize("board", OPEN)
def test_marked_cells_are_just_what_is_available(board):
    assert marked(board, "+*") == available(board)
