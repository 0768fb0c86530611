"""Virus Roll & Write in words: sentences, labels, marks and the table in characters."""

from typing import Any

import pytest

from scuffle import play
from scuffle.film import film, perspective_frames
from scuffle.games.virus_roll_write import text
from scuffle.registry import make


def placed(die: int, value: int, target: str, **where: Any) -> dict[str, Any]:
    params = {"die": die, "value": value, "target": target, **where}
    return {"action": "place", "params": params}


@pytest.mark.parametrize(
    ("action", "label"),
    [
        (placed(5, 5, "trial", disease=2), "5>green"),
        (placed(5, 2, "lab", card="C2", slot=0), "5=2>C2 left"),
        (placed(6, 6, "contaminated"), "6>virus"),
        ({"action": "cross", "params": {"disease": 1, "box": 4}}, "red 4"),
        ({"action": "roll", "params": {"value": 3}}, "3"),
        ({"action": "cards", "params": {"pair": "AD"}}, "AD"),
    ],
)
def test_a_label_is_a_word(action: dict[str, Any], label: str) -> None:
    assert text.label(action) == label


def test_a_sentence_says_what_was_crossed_off_and_why() -> None:
    game = make("virus-roll-write", {"lab_cards": "BC"})
    state = game.setup(2)
    for face in [4, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1]:
        state = game.apply(state, -1, {"action": "roll", "params": {"value": face}})
    state = game.apply(state, 0, placed(4, 4, "trial", disease=2))
    state.sheets[1].boxes[2] = 1 << 1 | 1 << 5
    action = placed(6, 6, "trial", disease=2)
    before, after = game.view(state, None), game.apply(state, 1, action)
    said = text.sentence(1, action, before, game.view(after, None))
    assert said == (
        "Player 1 places a 6 on green beside a 4 (4 + 6 = 10): crosses off green 10; "
        "green column 2 is full and gives a red box."
    )
    assert "player 1 crosses off a red box" in text.render(game.view(after, None))


def test_the_table_says_whose_die_waits_on_a_laboratory_card() -> None:
    game = make("virus-roll-write", {"lab_cards": "BC"})
    state = game.setup(2)
    for face in [4, 1, 1, 1, 1, 1, 6, 3, 1, 1, 1, 1]:
        state = game.apply(state, -1, {"action": "roll", "params": {"value": face}})
    state = game.apply(state, 0, placed(4, 4, "lab", card="B2", slot=0))
    assert "B2 odd+even [4 .] of player 0   C2" in text.render(game.view(state, None))
    state = game.apply(state, 1, placed(6, 6, "lab", card="C2", slot=1))
    told = text.render(game.view(state, None))
    assert "B2 odd+even [4 .] of player 0   C2 left>=right [. 6] of player 1" in told
    state = game.apply(state, 0, placed(1, 1, "trial", disease=0))
    state = game.apply(state, 1, placed(3, 3, "lab", card="B2", slot=1))
    assert "B2 odd+even [4 3]   C2" in text.render(game.view(state, None))


@pytest.fixture(scope="module")
def three() -> Any:
    return play("virus-roll-write", ["planner", "greedy", "random"], seed=3)


def test_film_names_players_colours_and_the_end_of_rounds(three: Any) -> None:
    frames = perspective_frames(three, "all")
    told = " ".join(frame["sentence"] for frame in frames)
    assert told.count("The round ends") == 7
    assert "layer 0" not in told
    assert {frame["label"] for frame in frames} >= {"1", "6"}


def test_every_cure_is_a_mark(three: Any) -> None:
    cures = sum(len(sheet["cures"]) for sheet in list(three.frames())[-1][1]["sheets"])
    marks = [mark for mark in film(three)["marks"] if mark["kind"] == "cure"]
    assert len(marks) == cures
