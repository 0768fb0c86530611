"""Writing and reading Virus War's record."""

import pytest

from scuffle import registry
from scuffle.games.virus_war.notation import BadNotation, read, write


def game(**settings):
    return registry.make("virus-war", settings)


def test_a_record_is_written_turn_by_turn():
    record = "1. b2-c3-d4 i9-h8-g7 2. e5-f6-g7"
    steps = read(game(), record)
    assert write(game(), steps) == record
    assert steps[0] == (0, {"action": "grow", "params": {"row": 1, "col": 1}})
    assert steps[-1] == (0, {"action": "kill", "params": {"row": 6, "col": 6}})


def test_readers_accept_upper_case_and_a_mark_before_a_kill():
    plain = read(game(), "1. b2-c3-d4 i9-h8-g7 2. e5-f6-g7")
    assert read(game(), "1. B2-C3-D4 I9-H8-G7 2. E5-F6-xG7") == plain


def test_no_letter_is_skipped():
    steps = read(registry.make("virus-war-steps", {"size": 15}), "1. a15-b14-c13-d12-e11 o1")
    assert steps[-1] == (1, {"action": "grow", "params": {"row": 0, "col": 14}})


@pytest.mark.parametrize(
    "record", ["1. pass pass 1/2-1/2", "1. pass i9-i8-i7 2. pass pass 1/2-1/2"]
)
def test_passes_and_a_draw(record):
    assert write(game(), read(game(), record)) == record


def test_the_last_turn_may_be_short():
    assert len(read(game(), "1. b2-c3-d4 i9")) == 4


def test_opening_turns_are_chances_steps():
    steps = read(game(opening_turns=1), "1. b2-c3-d4 i9-h8-g7 2. e5-f6-g7")
    assert [player for player, _ in steps] == [-1] * 6 + [0] * 3


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("1. b2-c3 i9-h8-g7", "Turn 1 of player 0: 'b2-c3' ends with 1 actions left"),
        ("1. b2-c3-d4-e5", "Turn 1 of player 0: there is no action left for 'e5'"),
        ("1. b2-c3-d4 z9", "Turn 1 of player 1: 'z9' is no cell such as b2"),
        ("1. b2-c3-e9", "Turn 1 of player 0: 'e9' is not available"),
        ("1. b2-xc3", "Turn 1 of player 0: 'xc3' marks a kill, but the cell is free"),
        ("1. b2-c3-d4 1-0", "ends with 1-0, which its moves do not lead to"),
        ("1. pass pass 1-0", "ends with 1-0, which its moves do not lead to"),
        ("1. pass pass 2. b2", "there is no action left for 'b2'"),
    ],
)
def test_what_cannot_be_read_is_told(record, sentence):
    with pytest.raises(BadNotation, match=sentence):
        read(game(), record)


def test_a_whole_game_with_its_result():
    the_game = game(size=6)
    record = "1. b2-c3-d4 e5-e4-d5 2. d5-e4-e5 1-0"
    with pytest.raises(BadNotation):
        read(the_game, record)
    won = "1. b2-c3-d4 pass 2. e5-f6 1-0"
    assert write(the_game, read(the_game, won)) == won
