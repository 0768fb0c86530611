"""Virus Roll & Write: the rulebook's worked examples, and the ends of its scale."""

import pytest
from roll_write_table import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    cross,
    crossed,
    game,
    go,
    mark,
    place,
    rolled,
)

from scuffle.contract import CHANCE
from scuffle.games.virus_roll_write import scoring, sheet
from scuffle.games.virus_roll_write.rules import ROUNDS
from scuffle.games.virus_roll_write.state import Sheet


def test_a_one_on_an_empty_green_trial_card_crosses_green_one() -> None:
    play = game()
    state = go(play, rolled(play, 2, [1]), place(1, "trial", disease=GREEN))
    assert crossed(state, 0, GREEN) == [1]


def test_a_die_that_makes_the_sum_four_crosses_four_for_its_placer_only() -> None:
    play = game()
    state = rolled(play, 2, [1], [3])
    state = go(play, state, place(1, "trial", disease=RED), place(3, "trial", disease=RED))
    assert (crossed(state, 0, RED), crossed(state, 1, RED)) == ([1], [4])


def test_a_ten_on_green_that_completes_its_column_gives_a_red_box_at_once() -> None:
    play = game()
    state = rolled(play, 2, [4], [6])
    mark(state.sheets[1], GREEN, 2, 6)
    state = go(play, state, place(4, "trial", disease=GREEN), place(6, "trial", disease=GREEN))
    assert state.pending == [(1, "bonus", RED)]
    assert play.to_act(state) == 1
    state = go(play, state, cross(RED, 7))
    assert crossed(state, 1, RED) == [7]


def test_a_two_on_a3_crosses_laboratory_three() -> None:
    play = game()
    state = go(play, rolled(play, 3, [2]), place(2, "lab", card="A3", slot=0))
    assert state.sheets[0].lab == 1 << 3


def test_a_five_beside_a_six_on_b2_crosses_eleven_for_both() -> None:
    play = game()
    state = rolled(play, 2, [5], [6])
    state = go(play, state, place(5, "lab", card="B2", slot=0), place(6, "lab", card="B2", slot=1))
    assert [own.lab for own in state.sheets] == [1 << 11, 1 << 11]


def test_laboratory_two_gives_an_extra_cross_off_and_five_circles_a_wildcard() -> None:
    play = game("AD")
    state = rolled(play, 2, [1, 1, 2], [3])
    state = go(play, state, place(1, "lab", card="A2", slot=0), place(3, "contaminated"))
    state = go(play, state, place(1, "lab", card="A2", slot=1))
    assert state.pending == [(0, "extra", None)]
    state = go(play, state, cross(YELLOW, 12), place(1, "contaminated"))
    before = state.sheets[0].circled
    state = go(play, state, place(2, "lab", card="D2", slot=0))
    state.dice[1][0] = 3
    state = go(play, state, place(3, "lab", card="D2", slot=1))
    assert [own.circled for own in state.sheets] == [before + 1, 2]


def test_a_wildcard_turns_a_one_into_a_five_before_placing() -> None:
    play = game()
    state = go(play, rolled(play, 2, [1]), place(1, "trial", 5, disease=BLUE))
    assert crossed(state, 0, BLUE) == [5]
    assert (state.sheets[0].circled, state.sheets[0].used) == (1, 1)
    assert state.trial[BLUE] == [(0, 5)]


def test_the_first_to_fill_a_disease_gets_five_points_and_closes_it() -> None:
    play = game()
    state = rolled(play, 2, [1], [1])
    for own in state.sheets:
        mark(own, BLUE, *range(2, 13))
        for disease in (RED, GREEN, YELLOW):
            mark(own, disease, *range(1, 13))
    state = go(play, state, place(1, "trial", disease=BLUE))
    assert BLUE in state.sheets[0].cures
    assert all(BLUE not in own.cures for own in state.sheets[1:])


def test_two_at_once_on_one_laboratory_card_both_get_the_cure() -> None:
    play = game("AD")
    state = rolled(play, 2, [1], [1])
    for own in state.sheets:
        mark(own, BLUE, *range(1, 12))
    state = go(play, state, place(1, "lab", card="A2", slot=0), place(1, "lab", card="A2", slot=1))
    assert state.pending == [(1, "extra", None), (0, "extra", None)]
    state = go(play, state, cross(BLUE, 12))
    assert state.sheets[1].cures == [], "cures wait for the partner's choice"
    while state.pending:
        player = play.to_act(state)
        own = cross(BLUE, 12) if player == 0 and not state.sheets[0].boxes[BLUE] >> 11 else None
        state = go(play, state, own or play.legal_actions(state, player)[0])
    assert [own.cures for own in state.sheets] == [[BLUE], [BLUE]]


@pytest.mark.parametrize(
    ("boxes", "points"),
    [(0, 0), (3, 0), (4, 5), (7, 5), (8, 10), (10, 10), (11, 12), (12, 12)],
)
def test_points_of_a_disease(boxes: int, points: int) -> None:
    assert sheet.disease_points((1 << boxes) - 1) == points


def test_the_best_possible_score_is_86() -> None:
    best = Sheet(boxes=[sheet.FULL] * 4, circled=6, cures=[0, 1, 2, 3])
    assert scoring.score(best) == 86


@pytest.mark.parametrize(("num_players", "worst"), [(2, -177), (3, -123), (4, -141)])
def test_the_lowest_score_is_all_sixes_contaminated(num_players: int, worst: int) -> None:
    play = game()
    state = play.setup(num_players)
    while (player := play.to_act(state)) is not None:
        last = player == CHANCE
        legal = play.legal_actions(state, player)
        state = play.apply(state, player, legal[-1] if last else legal[0])
    assert [scoring.score(own) for own in state.sheets] == [worst] * num_players
    assert len(state.sheets[0].virus) == ROUNDS[num_players]
