"""Moves as people type them, in every game."""

import pytest

from scuffle import registry
from scuffle.moves import NoSuchMove, find_move, split_moves
from scuffle.testing import playthrough

FORMATS = [
    pytest.param(game_id, entry.num_players, entry.settings, id=f"{game_id}-{entry.num_players}")
    for game_id, kind in registry.games().items()
    for entry in kind.ladder_formats
]


@pytest.mark.parametrize(("game_id", "num_players", "settings"), FORMATS)
def test_every_legal_action_has_a_word_of_its_own(game_id, num_players, settings):
    game, label = registry.make(game_id, settings), registry.text_renderer(game_id).label
    for moment in playthrough(game, num_players, "moves"):
        if moment.player is None or moment.player < 0:
            continue
        legal = game.legal_actions(moment.state, moment.player)
        for action in legal:
            [name] = split_moves(label(action).upper())
            assert find_move(game_id, name, legal) == action


def test_a_line_is_parted_at_its_dashes():
    assert split_moves(" B2-c3\N{EN DASH}xd4 ") == ("b2", "c3", "xd4")


@pytest.mark.parametrize("line", ["", "-", "b2-", "b2--c3", "-".join(["b2"] * 65), "a" * 401])
def test_what_is_no_line_of_moves_is_told(line):
    with pytest.raises(NoSuchMove, match="Found"):
        split_moves(line)


def test_a_kill_is_checked_to_be_one():
    grow = {"action": "grow", "params": {"row": 3, "col": 3}}
    kill = {"action": "kill", "params": {"row": 4, "col": 4}}
    assert find_move("virus-war", "xe5", [grow, kill]) == kill
    assert find_move("virus-war", "e5", [grow, kill]) == kill
    with pytest.raises(NoSuchMove, match="nothing is killed"):
        find_move("virus-war", "xd4", [grow, kill])


def test_a_line_of_the_list_is_taken_as_it_stands_there():
    grow = {"action": "grow", "params": {"row": 3, "col": 3}}
    kill = {"action": "kill", "params": {"row": 8, "col": 8}}
    [first, then] = split_moves("I9 (kill)-d4 (grow)")
    assert find_move("virus-war", first, [grow, kill]) == kill
    assert find_move("virus-war", then, [grow, kill]) == grow
    with pytest.raises(NoSuchMove, match="not among"):
        find_move("virus-war", "d4 (kill)", [grow, kill])


@pytest.mark.parametrize("typed", ["x", "xx", "x" * 400, "z9", "x" * 60 + "z9"])
def test_what_is_not_among_the_moves_is_named_and_cut(typed):
    grow = {"action": "grow", "params": {"row": 3, "col": 3}}
    with pytest.raises(NoSuchMove) as told:
        find_move("virus-war", typed, [grow])
    said = str(told.value)
    assert said.startswith(f"'{typed[:24]}'")
    assert said.endswith("is not among the moves that may be played now, such as 'd4'.")
    assert len(said) < 120


def test_a_line_of_thousands_of_characters_is_told_as_such():
    with pytest.raises(NoSuchMove, match=r"Found 5,000 characters, 'xxxx.*…, wanted"):
        split_moves("x" * 5000)
