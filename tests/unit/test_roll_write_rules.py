"""Virus Roll & Write: every ruling, by its number, on tables set by hand."""

import pytest
from roll_write_table import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    cross,
    game,
    go,
    mark,
    place,
    rolled,
)

from scuffle.contract import CHANCE
from scuffle.games.virus_roll_write import scoring, sheet
from scuffle.games.virus_roll_write.state import Sheet


def test_1_turns_go_round_from_the_priority_card_one_die_each() -> None:
    play = game()
    state = rolled(play, 3)
    asked = []
    for _ in range(6):
        asked.append(play.to_act(state))
        state = play.apply(state, asked[-1], place(1, "contaminated"))
    assert asked == [0, 1, 2, 0, 1, 2]


def test_2_the_first_laboratory_die_takes_the_card_and_only_the_next_round_moves() -> None:
    play = game()
    state = rolled(play, 2, [2], [3])
    state = go(play, state, place(2, "contaminated"), place(3, "lab", card="B2", slot=0))
    assert state.priority == 1
    assert play.to_act(state) == 0
    state = go(play, state, place(1, "lab", card="C2", slot=0))
    assert state.priority == 1, "only the round's first laboratory die moves the card"
    while state.round == 1:
        state = play.apply(state, play.to_act(state), place(1, "contaminated"))
    assert state.starter == 1


def test_2_without_a_laboratory_die_the_card_stays() -> None:
    play = game()
    state = rolled(play, 4)
    while state.round == 1:
        state = play.apply(state, play.to_act(state), place(1, "contaminated"))
    assert (state.priority, state.starter) == (0, 0)


@pytest.mark.parametrize(
    ("lying", "mine", "value", "legal"),
    [
        ([], [], 3, True),
        ([], [3], 3, False),
        ([2], [], 3, True),
        ([2], [3], 3, True),
        ([2], [5], 3, False),
        ([2, 2], [], 3, False),
    ],
)
def test_3_a_trial_card_takes_two_dice_and_wants_its_box_free(
    lying: list[int], mine: list[int], value: int, legal: bool
) -> None:
    play = game()
    state = rolled(play, 2, [value])
    state.trial[RED] = [(1, face) for face in lying]
    mark(state.sheets[0], RED, *mine)
    assert (place(value, "trial", disease=RED) in play.legal_actions(state, 0)) is legal


@pytest.mark.parametrize(
    ("pair", "card", "left", "right", "legal"),
    [
        ("AB", "A2", 3, 3, True), ("AB", "A2", 3, 4, False),
        ("AB", "B2", 3, 4, True), ("AB", "B2", 3, 5, False),
        ("CD", "C2", 4, 3, True), ("CD", "C2", 4, 4, True), ("CD", "C2", 3, 4, False),
        ("CD", "D2", 3, 4, True), ("CD", "D2", 4, 4, False),
    ],
)  # fmt: skip
def test_4_a_two_slot_card_wants_its_condition(
    pair: str, card: str, left: int, right: int, legal: bool
) -> None:
    play = game(pair)
    state = rolled(play, 2, [left], [right])
    state = go(play, state, place(left, "lab", card=card, slot=0))
    assert (place(right, "lab", card=card, slot=1) in play.legal_actions(state, 1)) is legal


def test_4_only_c2_leaves_a_choice_of_slot() -> None:
    play = game("BC")
    legal = play.legal_actions(rolled(play, 2, [3] * 6), 0)
    slots = [
        (a["params"]["card"], a["params"]["slot"])
        for a in legal
        if a["params"]["target"] == "lab" and a["params"]["value"] == 3
    ]
    assert slots == [("B2", 0), ("C2", 0), ("C2", 1)]


def test_4_the_right_slot_of_c2_may_be_filled_first() -> None:
    play = game("BC")
    state = rolled(play, 2, [3], [5])
    state = go(play, state, place(3, "lab", card="C2", slot=1), place(5, "lab", card="C2", slot=0))
    assert state.sheets[1].lab >> 8 & 1


def test_4_the_completer_needs_a_free_box_the_partner_does_not() -> None:
    play = game("AD")
    state = rolled(play, 2, [2, 2], [2])
    state.sheets[0].lab = 1 << 4
    state = go(play, state, place(2, "lab", card="A2", slot=0), place(2, "lab", card="A2", slot=1))
    assert state.pending == [(1, "extra", None)], "the first placer had 4 already: no advantage"
    blocked = rolled(play, 2, [2], [2])
    blocked.sheets[1].lab = 1 << 4
    blocked = go(play, blocked, place(2, "lab", card="A2", slot=0))
    assert place(2, "lab", card="A2", slot=1) not in play.legal_actions(blocked, 1)


def test_4_one_player_on_both_slots_crosses_off_once() -> None:
    play = game("AD")
    state = rolled(play, 2, [2, 2], [1])
    state = go(play, state, place(2, "lab", card="A2", slot=0), place(1, "contaminated"))
    state = go(play, state, place(2, "lab", card="A2", slot=1))
    assert state.pending == [(0, "extra", None)]


@pytest.mark.parametrize(
    ("pair", "card", "boxes"),
    [
        ("AB", "A3", {2: 3, 4: 5, 6: 7}),
        ("AB", "B3", {2: 4, 4: 8, 6: 12}),
        ("CD", "C3", {1: 3, 3: 5, 5: 7}),
        ("CD", "D3", {1: 2, 3: 6, 5: 10}),
    ],
)
def test_5_one_slot_cards(pair: str, card: str, boxes: dict[int, int]) -> None:
    play = game(pair)
    for face in range(1, 7):
        state = rolled(play, 3, [face])
        action = place(face, "lab", card=card, slot=0)
        assert (action in play.legal_actions(state, 0)) is (face in boxes)
        if face in boxes:
            assert go(play, state, action).sheets[0].lab == 1 << boxes[face]


def test_6_row_before_column_and_own_part_before_the_partners() -> None:
    play = game("AD")
    state = rolled(play, 2, [1], [1])
    mark(state.sheets[1], BLUE, 1, 2, 3, 8, 12)
    state = go(play, state, place(1, "lab", card="A2", slot=0), place(1, "lab", card="A2", slot=1))
    state = go(play, state, cross(BLUE, 4))
    row, column = sheet.ROW_ICONS[BLUE][0], sheet.COLUMN_ICONS[BLUE][3]
    assert state.pending == [(1, "bonus", row), (1, "bonus", column), (0, "extra", None)]


def test_6_a_choice_without_a_free_box_is_dropped_and_with_one_still_asked() -> None:
    play = game()
    state = rolled(play, 2, [4])
    mark(state.sheets[0], BLUE, 1, 2, 3)
    full = sheet.ROW_ICONS[BLUE][0]
    mark(state.sheets[0], full, *range(1, 13))
    assert go(play, state, place(4, "trial", disease=BLUE)).pending == []
    state.sheets[0].boxes[full] &= ~1
    asked = go(play, state, place(4, "trial", disease=BLUE))
    assert play.legal_actions(asked, 0) == [cross(full, 1)]


def test_7_once_claimed_a_colour_is_closed() -> None:
    play = game()
    state = rolled(play, 2, [1], [2])
    for own, missing in zip(state.sheets, (1, 2), strict=True):
        mark(own, BLUE, *(box for box in range(1, 13) if box != missing))
        for colour in (RED, GREEN, YELLOW):
            mark(own, colour, *range(1, 13))
    state.claimed = frozenset((RED, GREEN, YELLOW))
    state = go(play, state, place(1, "trial", disease=BLUE))
    state.trial[BLUE] = []
    state = go(play, state, place(2, "trial", disease=BLUE))
    assert [own.cures for own in state.sheets] == [[BLUE], []]


def test_8_one_wildcard_a_placement_and_none_without_one() -> None:
    play = game()
    state = rolled(play, 2, [1])
    assert any(a["params"]["value"] != a["params"]["die"] for a in play.legal_actions(state, 0))
    state.sheets[0].used = 1
    assert all(a["params"]["value"] == a["params"]["die"] for a in play.legal_actions(state, 0))


@pytest.mark.parametrize("allowed", [True, False])
def test_8_a_wildcard_on_a_contaminated_die_is_a_setting(allowed: bool) -> None:
    play = game(wildcard_on_contaminated=allowed)
    legal = play.legal_actions(rolled(play, 2, [6]), 0)
    assert (place(6, "contaminated", 1) in legal) is allowed


def test_9_lone_laboratory_dice_go_to_contamination_and_zero_is_written_too() -> None:
    play = game()
    state = rolled(play, 2, [6])
    state = go(play, state, place(6, "lab", card="B2", slot=0))
    while state.round == 1:
        player = play.to_act(state)
        legal = play.legal_actions(state, player)
        trial = [a for a in legal if a["params"].get("target") == "trial"]
        choice = trial if player == 1 and trial else legal
        state = play.apply(state, player, choice[0])
    assert state.sheets[0].virus == [6 + 5]
    assert len(state.sheets[1].virus) == 1


def test_9_a_lone_die_lies_on_one_card_when_the_game_is_over() -> None:
    play = game()
    state = rolled(play, 2, [6])
    state.round = 5
    state = go(play, state, place(6, "lab", card="B2", slot=0))
    while not state.over:
        player = play.to_act(state)
        state = play.apply(state, player, play.legal_actions(state, player)[0])
    cards = play.view(state, None)["cards"]
    assert {"player": 0, "value": 6} in cards["contaminated"]
    assert [card["slots"] for card in cards["lab"]] == [[None, None], [None, None]]
    assert len(cards["contaminated"]) == 12


def test_9_contamination_of_this_round_does_not_count_yet() -> None:
    play = game()
    state = go(play, rolled(play, 2, [6]), place(6, "contaminated"))
    assert play.view(state, None)["scores"] == [3, 3]


def test_11_dice_are_rolled_seat_by_seat_all_of_a_seat_together() -> None:
    play = game("draw")
    state = play.setup(3)
    assert play.legal_actions(state, CHANCE)[3] == {"action": "cards", "params": {"pair": "BC"}}
    state = play.apply(state, CHANCE, {"action": "cards", "params": {"pair": "BC"}})
    for face in (1, 2, 3, 4):
        state = play.apply(state, CHANCE, {"action": "roll", "params": {"value": face}})
    assert play.view(state, 2)["dice"] == [[1, 2, 3], [4], []]
    assert play.view(state, None)["phase"] == "roll"


def test_12_the_first_entry_contaminates_the_lowest_die_unchanged() -> None:
    play = game()
    state = rolled(play, 2, [4, 2, 6, 5, 3, 4])
    assert play.legal_actions(state, 0)[0] == place(2, "contaminated")


def test_12_a_box_owed_completes_the_fewest_lines() -> None:
    play = game()
    state = rolled(play, 2)
    mark(state.sheets[0], BLUE, 1, 2, 3, 5, 6, 7, 8, 9)
    state.pending = [(0, "bonus", BLUE)]
    boxes = [action["params"]["box"] for action in play.legal_actions(state, 0)]
    assert boxes == [12, 4, 10, 11], "12 completes nothing yet, the others a line each"


@pytest.mark.parametrize(
    ("sheets", "places"),
    [
        ([(2, 1, 0), (1, 1, 0)], (1, 2)),
        ([(1, 2, 0), (1, 1, 0)], (1, 2)),
        ([(2, 1, 5), (1, 1, 0)], (2, 1)),
        ([(1, 1, 0), (1, 1, 0)], (1, 1)),
        ([(1, 1, 0), (2, 1, 0), (1, 1, 0)], (2, 1, 2)),
        ([(1, 1, 0), (1, 1, 0), (1, 1, 0)], (1, 1, 1)),
        ([(2, 1, 0), (2, 1, 0), (1, 1, 0), (0, 0, 0)], (1, 1, 3, 4)),
        ([(2, 1, 0), (1, 1, 0), (1, 1, 0), (0, 0, 0)], (1, 2, 2, 4)),
        ([(1, 1, 0)] * 4, (1, 1, 1, 1)),
    ],
)
def test_13_places(sheets: list[tuple[int, int, int]], places: tuple[int, ...]) -> None:
    own = [
        Sheet(cures=[0] * cures, lab=((1 << lab) - 1) << 2, virus=[virus])
        for cures, lab, virus in sheets
    ]
    assert scoring.places(own) == places
