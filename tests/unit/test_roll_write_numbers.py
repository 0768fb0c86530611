"""Checked numbers of Virus Roll & Write, properties, and a scorer written a second time."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scuffle.contract import CHANCE
from scuffle.games.virus_roll_write.rules import DICE, VirusRollWrite
from scuffle.games.virus_roll_write.state import State

FORMULA = [
    (2, "BC", "last", 79, 1354, [9, 18]),
    (2, "BC", "middle", 67, 1248, [10, 7]),
    (2, "BC", "walk", 64, 1343, [-23, -35]),
    (3, "AB", "last", 80, 1168, [8, 20, 23]),
    (3, "AB", "middle", 69, 861, [9, 13, 28]),
    (4, "BC", "last", 110, 1693, [15, -4, 14, 8]),
    (4, "BC", "walk", 104, 1970, [-19, -24, -36, -3]),
]


def entry(pick: str, request: int, count: int) -> int:
    return {"last": count - 1, "middle": count // 2, "walk": (7 * request + 3) % count}[pick]


def formula_face(state: State, num_players: int) -> int:
    """Die i of a seat in a round shows 1 + (5·round + seat + i·(i + seat + round)) mod 6."""
    each = DICE[num_players]
    seat, i = divmod(each * num_players - state.to_roll, each)
    return (5 * state.round + seat + i * (i + seat + state.round)) % 6


@pytest.mark.parametrize(("num_players", "cards", "pick", "requests", "total", "scores"), FORMULA)
def test_checked_numbers(
    num_players: int, cards: str, pick: str, requests: int, total: int, scores: list[int]
) -> None:
    game = VirusRollWrite(VirusRollWrite.Settings(lab_cards=cards))
    state, asked, entries = game.setup(num_players), 0, 0
    while (player := game.to_act(state)) is not None:
        legal = game.legal_actions(state, player)
        if player == CHANCE:
            chosen = legal[formula_face(state, num_players)]
        else:
            chosen = legal[entry(pick, asked, len(legal))]
            asked, entries = asked + 1, entries + len(legal)
        state = game.apply(state, player, chosen)
    outcome = game.outcome(state)
    assert outcome is not None
    assert (asked, entries, list(outcome.scores)) == (requests, total, scores)


def naive_score(sheet: dict[str, Any]) -> int:
    """The score of a sheet as a view shows it, by the words of the rulebook."""
    total = 0
    for boxes in sheet["boxes"]:
        if len(boxes) >= 11:
            total += 12
        elif len(boxes) >= 8:
            total += 10
        elif len(boxes) >= 4:
            total += 5
    total += 5 * len(sheet["cures"])
    total += 3 * (sheet["wildcards"]["circled"] - sheet["wildcards"]["used"])
    return total - sum(sheet["virus"])


@settings(max_examples=40, deadline=None)
@given(
    num_players=st.sampled_from([2, 3, 4]),
    cards=st.sampled_from(["AB", "AC", "AD", "BC", "BD", "CD", "draw", None]),
    wild=st.booleans(),
    data=st.randoms(use_true_random=False),
)
def test_any_game_keeps_its_promises(
    num_players: int, cards: str | None, wild: bool, data: Any
) -> None:
    options = {"lab_cards": cards, "wildcard_on_contaminated": wild}
    game = VirusRollWrite(VirusRollWrite.Settings(**options))
    state = game.setup(num_players)
    written: set[tuple[Any, ...]] = set()
    while (player := game.to_act(state)) is not None:
        legal = game.legal_actions(state, player)
        assert legal, "every request has a legal action"
        assert_view(game, state, num_players)
        if player != CHANCE:
            assert_list_follows_from_view(game, state, player)
        state = game.apply(state, player, data.choice(legal))
        for event in game.view(state, None)["events"]:
            if event["event"] == "box":
                key = (event["player"], event["disease"], event["box"])
                assert key not in written, "no box twice"
                written.add(key)
    outcome = game.outcome(state)
    assert outcome is not None
    assert max(outcome.scores) <= 86


def rebuilt(view: dict[str, Any]) -> State:
    """A state made of nothing but a view."""
    state = State.empty(len(view["sheets"]), "".join(c["card"][0] for c in view["cards"]["lab"]))
    state.dice = view["dice"]
    state.starter, state.placed = view["placer_idx"], bool(view["pending"])
    state.trial = [[(d["player"], d["value"]) for d in dice] for dice in view["cards"]["trial"]]
    state.lab = [
        [d and (d["player"], d["value"]) for d in card["slots"]] for card in view["cards"]["lab"]
    ]
    state.pending = [(one["player"], one["kind"], one["disease"]) for one in view["pending"]]
    for own, shown in zip(state.sheets, view["sheets"], strict=True):
        own.boxes = [sum(1 << box - 1 for box in boxes) for boxes in shown["boxes"]]
        own.lab = sum(1 << box for box in shown["lab"])
        own.circled, own.used = shown["wildcards"]["circled"], shown["wildcards"]["used"]
    return state


def assert_list_follows_from_view(game: VirusRollWrite, state: State, player: int) -> None:
    known = rebuilt(game.view(state, player))
    assert game.to_act(known) == player
    assert game.legal_actions(known, player) == game.legal_actions(state, player)


def assert_view(game: VirusRollWrite, state: State, num_players: int) -> None:
    view = game.view(state, None)
    assert view["scores"] == [naive_score(sheet) for sheet in view["sheets"]]
    rolled = DICE[num_players] * num_players - state.to_roll - state.placed
    assert sum(map(len, view["dice"])) == rolled, "what chance has rolled this round, and no more"
    for sheet in view["sheets"]:
        assert all(boxes == sorted(set(boxes)) for boxes in sheet["boxes"])
    for seat in range(num_players):
        game.ViewModel.model_validate(game.view(state, seat))
