"""The rulings of the Virus War family on boards drawn in text.

X and O are live marks of player 0 and 1, # and @ zombies owned by player 0 and 1.
"""

import pytest

from scuffle import registry
from scuffle.contract import CHANCE

VALUES = {".": -1, "X": 0, "O": 1, "#": 2, "@": 3}


def position(drawing, *, player=0, left=3, turn=7, game_id="virus-war", **settings):
    """The game and the state in which ``player`` is to act on the drawn board."""
    board = [
        [VALUES[sign] for sign in line.split()] for line in drawing.split("\n") if line.strip()
    ]
    game = registry.make(game_id, {"size": len(board)} | settings)
    view = {"turn": turn + player, "actions_left": left, "board": board, "last_turn": []}
    return game, game.state_of(view)


def cells(game, state, word):
    """The cells of one kind of action, as (row, col)."""
    legal = game.legal_actions(state, game.to_act(state))
    return {tuple(a["params"].values()) for a in legal if a["action"] == word}


def act(game, state, word, *cell):
    action = {"action": word, "params": dict(zip(("row", "col"), cell, strict=False))}
    player = game.to_act(state)
    assert action in game.legal_actions(state, player)
    return game.apply(state, player, action)


def ending(game, state):
    """The winner (``None`` for a draw) and the reason; ``None`` while the game runs."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    winner = None if outcome.places == (1, 1) else outcome.places.index(1)
    return winner, outcome.reason


ALONE = """
    . . . . . .
    . X . . . .
    . . . . . .
    . . . # . .
    . . . . . .
    X . . . . O
"""

CHAIN = """
    . . . . . .
    O X . . . .
    . . # . . .
    . . . # . .
    . . . . . .
    X . . . . O
"""


def test_a_zombie_alone_opens_nothing():
    assert (4, 4) not in cells(*position(ALONE), "grow")


def test_a_zombie_that_hangs_on_a_live_mark_conducts():
    assert (4, 4) in cells(*position(CHAIN), "grow")


def test_growing_beside_an_inert_zombie_wakes_it():
    game, state = position(ALONE)
    assert (4, 4) in cells(game, act(game, state, "grow", 2, 2), "grow")


def test_killing_the_anchor_of_a_chain_makes_it_inert():
    game, state = position(CHAIN, player=1, left=1)
    state = act(game, state, "kill", 1, 1)
    assert cells(game, state, "grow") == {(4, 0), (4, 1), (5, 1)}


def test_a_kill_beside_an_inert_zombie_wakes_it():
    game, state = position(ALONE.replace(". . . . . .\n    . . . #", ". . O . . .\n    . . . #"))
    assert (4, 4) not in cells(game, state, "grow")
    assert (4, 4) in cells(game, act(game, state, "kill", 2, 2), "grow")


def test_an_enemys_zombies_conduct_nothing_and_are_no_targets():
    game, state = position(CHAIN, player=1)
    assert (3, 3) not in cells(game, state, "kill") | cells(game, state, "grow")
    assert cells(game, state, "kill") == {(1, 1)}


def test_nothing_blocks_a_diagonal_step():
    game, state = position(
        """
        X @ . . . .
        @ . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . O
        """
    )
    assert cells(game, state, "grow") == {(1, 1)}


LAST_NOUGHT = """
    . . . . . .
    . X O . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
"""

CAGED = """
    O O # . . .
    # # # . . .
    . . X . . .
    . . . . . .
    . . . . . .
    . . . . . .
"""

FULL = """
    X O @ @ @ @
    @ @ @ @ @ @
    @ @ @ @ @ @
    # # # # # #
    # # # # # #
    # # # # # #
"""

NARROW = """
    X . @ . . .
    @ @ @ . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . O
"""


@pytest.mark.parametrize(
    ("drawing", "cell", "wanted"),
    [
        (LAST_NOUGHT, (1, 2), (0, "destroyed")),
        (CAGED, (0, 1), (0, "shut-in")),
        (FULL, (0, 1), (0, "destroyed")),
    ],
    ids=["last mark killed", "nothing available", "nothing for either"],
)
def test_the_mover_wins_at_once_when_the_enemy_has_nothing(drawing, cell, wanted):
    game, state = position(drawing)
    state = act(game, state, "kill", *cell)
    assert ending(game, state) == wanted
    assert game.to_act(state) is None
    assert game.view(state, None)["actions_left"] == 0


def test_who_must_act_on_and_cannot_loses():
    game, state = position(NARROW, left=2)
    assert ending(game, act(game, state, "grow", 0, 1)) == (1, "stuck")


def test_who_shuts_itself_in_with_its_last_action_loses_to_the_next_action():
    game, state = position(NARROW, left=1)
    state = act(game, state, "grow", 0, 1)
    assert ending(game, state) is None
    assert ending(game, act(game, state, "grow", 4, 4)) == (1, "shut-in")


def test_who_shuts_itself_in_is_stuck_when_the_other_passes():
    game, state = position(NARROW, left=1)
    state = act(game, act(game, state, "grow", 0, 1), "pass")
    assert ending(game, state) == (1, "stuck")


def test_two_passes_in_a_row_draw():
    game = registry.make("virus-war", {})
    state = act(game, act(game, game.setup(2), "pass"), "pass")
    assert ending(game, state) == (None, "double-pass")
    assert game.outcome(state).scores == (0.5, 0.5)


def test_a_turn_between_resets_the_count_of_passes():
    game = registry.make("virus-war", {"actions_per_turn": 1})
    state = act(game, game.setup(2), "pass")
    state = act(game, state, "grow", 8, 8)
    state = act(game, state, "pass")
    assert ending(game, state) is None


def test_only_a_whole_turn_can_be_passed():
    game = registry.make("virus-war", {})
    start = game.setup(2)
    assert game.legal_actions(start, 0)[0]["action"] == "pass"
    later = act(game, start, "grow", 1, 1)
    assert all(action["action"] == "grow" for action in game.legal_actions(later, 0))


@pytest.mark.parametrize("game_id", ["virus-war-fog", "virus-war-steps"])
def test_the_other_games_have_no_pass(game_id):
    game = registry.make(game_id, {})
    assert all(a["action"] == "grow" for a in game.legal_actions(game.setup(2), 0))


def test_the_list_has_pass_then_grows_then_kills_row_by_row():
    game, state = position(LAST_NOUGHT)
    legal = game.legal_actions(state, 0)
    words = [action["action"] for action in legal]
    assert words == ["pass"] + ["grow"] * 7 + ["kill"]
    grown = [tuple(action["params"].values()) for action in legal[1:-1]]
    assert grown == sorted(grown)


def test_the_first_virus_goes_on_ones_own_edge():
    game = registry.make("virus-war-steps", {"size": 11})
    state = game.setup(2)
    assert cells(game, state, "grow") == {(row, 0) for row in range(11)}
    state = act(game, state, "grow", 5, 0)
    assert game.view(state, 0)["actions_left"] == 4
    assert cells(game, state, "grow") == {(4, 0), (6, 0), (4, 1), (5, 1), (6, 1)}
    for cell in ((5, 1), (5, 2), (5, 3), (5, 4)):
        state = act(game, state, "grow", *cell)
    assert cells(game, state, "grow") == {(row, 10) for row in range(11)}


def test_nobody_passes_before_the_first_virus():
    game = registry.make("virus-war-steps", {"can_pass": True})
    assert game.legal_actions(game.setup(2), 0)[0]["action"] == "grow"


def test_agreed_start_cells():
    game = registry.make("virus-war", {"start_cells": [[1, 1], [8, 8]]})
    board = game.view(game.setup(2), None)["board"]
    assert (board[1][1], board[8][8]) == (0, 1)
    assert sum(value != -1 for row in board for value in row) == 2


@pytest.mark.parametrize(
    ("game_id", "settings", "wanted"),
    [
        ("virus-war", {"opening_turns": 2}, 12),
        ("virus-war-fog", {"opening_turns": 2}, 10),
        ("virus-war-steps", {"opening_turns": 1}, 10),
    ],
)
def test_chance_plays_the_opening_turns_and_never_kills(game_id, settings, wanted):
    game = registry.make(game_id, settings)
    state = game.setup(2)
    for _ in range(wanted):
        assert game.to_act(state) == CHANCE
        assert game.view(state, 0)["player_turn_idx"] == CHANCE
        legal = game.legal_actions(state, CHANCE)
        assert {action["action"] for action in legal} == {"grow"}
        state = game.apply(state, CHANCE, legal[len(legal) // 2])
    assert game.to_act(state) == 0


def test_an_opening_turn_without_a_free_cell_is_played_by_its_player():
    game, state = position(CAGED.replace("O O #", "X O O"), turn=5, opening_turns=3)
    assert game.to_act(state) == CHANCE
    game, state = position(FULL.replace("X O @", "X O O"), turn=5, opening_turns=3)
    assert game.to_act(state) == 0
    assert cells(game, state, "kill") == {(0, 1)}


def test_only_two_can_play():
    with pytest.raises(ValueError, match="Virus War is for 2 players, found 3"):
        registry.make("virus-war", {}).setup(3)


@pytest.mark.parametrize("game_id", ["virus-war", "virus-war-steps"])
def test_an_open_game_is_rebuilt_from_its_view(game_id):
    """Who knows the view knows all: list, view and the end after each action follow from it."""
    from scuffle.testing import playthrough

    game = registry.make(game_id, {})
    for seed in range(5):
        for moment in playthrough(game, 2, str(seed)):
            if moment.player is None:
                continue
            view = game.view(moment.state, moment.player)
            rebuilt = game.state_of(view)
            assert game.view(rebuilt, moment.player) == view
            assert game.legal_actions(rebuilt, moment.player) == moment.legal
            after = [game.apply(s, moment.player, moment.action) for s in (rebuilt, moment.state)]
            assert game.outcome(after[0]) == game.outcome(after[1])


REFUSED = [
    ({"size": 5}, "size is 5, wanted a whole number from 6 to 10"),
    ({"size": "big"}, 'size is "big", wanted a whole number from 6 to 10'),
    ({"actions_per_turn": 6}, "actions_per_turn is 6, wanted a whole number from 1 to 5"),
    ({"first_turn_actions": 0}, "first_turn_actions is 0, wanted a whole number from 1 to 5"),
    ({"first_turn_actions": 4}, "first_turn_actions is 4, more than actions_per_turn, which is 3"),
    ({"opening": "middle"}, 'opening is "middle", wanted "corners" or "edges"'),
    ({"opening_turns": 4}, "opening_turns is 4, wanted a whole number from 0 to 3"),
    ({"vision": "none"}, 'vision is "none", wanted "all" or "adjacent"'),
    ({"can_pass": "maybe"}, 'can_pass is "maybe", wanted true or false'),
    ({"start_cells": [[0, 0]]}, "start_cells"),
    ({"start_cells": [[0, 0], [10, 3]]}, r"start_cells names \[10, 3\], which is outside"),
    ({"start_cells": [[0, 0], [3, 3]]}, "start_cells are 3 apart, so player 0 could win"),
    (
        {"start_cells": [[0, 0], [9, 9]], "opening": "edges"},
        "start_cells is set together with opening 'edges'",
    ),
]


@pytest.mark.parametrize(("settings", "sentence"), REFUSED)
def test_a_bad_setting_is_refused_in_a_sentence(settings, sentence):
    with pytest.raises(registry.BadSettings, match=sentence):
        registry.make("virus-war", settings)


@pytest.mark.parametrize(
    ("game_id", "size", "wanted"),
    [
        ("virus-war-fog", 13, "a whole number from 6 to 12"),
        ("virus-war-steps", 12, "11 or 13 or 15"),
    ],
)
def test_each_game_has_its_own_sizes(game_id, size, wanted):
    with pytest.raises(registry.BadSettings, match=f"size is {size}, wanted {wanted}"):
        registry.make(game_id, {"size": size})
