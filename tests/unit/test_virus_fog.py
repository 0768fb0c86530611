"""What fog hides, and that nothing tells it."""

import random

import pytest

from scuffle import registry
from scuffle.testing import playthrough

FOG = "virus-war-fog"


def visible(view):
    return {
        (r, c) for r, row in enumerate(view["board"]) for c, value in enumerate(row) if value != -2
    }


def test_four_cells_are_visible_at_the_start():
    game = registry.make(FOG, {})
    start = game.setup(2)
    assert visible(game.view(start, 0)) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert visible(game.view(start, 1)) == {(9, 9), (9, 8), (8, 9), (8, 8)}
    assert len(visible(game.view(start, None))) == 100


def test_an_inert_zombie_still_sees():
    game = registry.make(FOG, {"size": 6})
    board = [[-1] * 6 for _ in range(6)]
    board[0][0], board[3][3], board[5][5] = 0, 2, 1
    state = game.state_of({"turn": 7, "actions_left": 3, "board": board, "last_turn": []})
    assert {(2, 2), (4, 4), (3, 3)} <= visible(game.view(state, 0))
    assert (5, 5) not in visible(game.view(state, 0))


def test_every_virus_and_every_legal_cell_is_seen():
    game = registry.make(FOG, {})
    for moment in playthrough(game, 2, "seen"):
        for player in (0, 1):
            seen = visible(game.view(moment.state, player))
            for action in game.legal_actions(moment.state, player):
                assert tuple(action["params"].values()) in seen


@pytest.mark.parametrize("seed", range(5))
def test_what_is_hidden_changes_neither_view_nor_list(seed):
    """Two positions that differ only where a player cannot look are one to it."""
    game, rnd = registry.make(FOG, {}), random.Random(seed)
    for moment in playthrough(game, 2, str(seed)):
        if moment.player is None:
            continue
        seen = game.view(moment.state, moment.player)
        other = state_with(game, moment.state, changed_in_the_dark(game, moment, rnd))
        assert game.view(other, moment.player) == seen
        assert game.legal_actions(other, moment.player) == moment.legal


def changed_in_the_dark(game, moment, rnd):
    """The whole board with every cell that the player does not see drawn anew."""
    board = game.view(moment.state, None)["board"]
    seen = visible(game.view(moment.state, moment.player))
    values = [-1, 1 - moment.player, 2 + (1 - moment.player)]
    return [
        [value if (r, c) in seen else rnd.choice(values) for c, value in enumerate(row)]
        for r, row in enumerate(board)
    ]


def state_with(game, state, board):
    """The same moment on another board."""
    view = {"turn": state.turn, "actions_left": state.left, "board": board, "last_turn": []}
    return game.state_of(view)


def test_a_view_under_fog_has_nothing_but_the_board_and_the_clock():
    game = registry.make(FOG, {})
    fields = "player_turn_idx player_idx turn actions_left rows cols board"
    assert list(game.view(game.setup(2), 0)) == fields.split()


def test_the_sentence_tells_no_more_than_the_view():
    game, text = registry.make(FOG, {}), registry.text_renderer(FOG)
    start = game.setup(2)
    action = game.legal_actions(start, 0)[0]
    after = game.apply(start, 0, action)
    told = text.sentence(0, action, game.view(start, 1), game.view(after, 1))
    assert told == "Player 0 acts out of sight."
    told = text.sentence(0, action, game.view(start, 0), game.view(after, 0))
    assert told == "Player 0 grows on b1."


def test_the_edge_on_which_one_may_start_is_seen():
    game = registry.make("virus-war-steps", {"size": 11, "vision": "adjacent"})
    assert visible(game.view(game.setup(2), 1)) == {(row, 10) for row in range(11)}
