"""The engine against the naive oracle: every step of random games, views and lists included."""

import random

import pytest
from oracles.virus_war import SetOracle, on_wire

from scuffle import registry

SIZES = {
    "virus-war": (6, 7, 8, 9, 10),
    "virus-war-fog": (6, 8, 10, 12),
    "virus-war-steps": (11, 13, 15),
}
SHARD = 20
"""Games in one test; a hundred of each game and size are split so that they run side by side."""

CASES = [(game_id, size) for game_id, sizes in SIZES.items() for size in sizes]
VARIATIONS = (
    {},
    {"opening_turns": 2},
    {"actions_per_turn": 1, "first_turn_actions": 1},
    {"vision": "adjacent", "can_pass": True},
    {"vision": "all", "opening": "corners", "can_pass": False, "opening_turns": 3},
    {
        "opening": "corners",
        "start_cells": [[1, 0], [4, 5]],
        "actions_per_turn": 2,
        "first_turn_actions": None,
    },
    {"opening": "edges", "actions_per_turn": 4, "first_turn_actions": 2, "vision": "adjacent"},
)


def play_side_by_side(game_id, size, seed):
    """One random game on both; a mix of styles so that ends of every kind are reached."""
    rnd = random.Random(f"{game_id}/{size}/{seed}")
    settings = {"size": size} | VARIATIONS[seed % len(VARIATIONS)]
    game = registry.make(game_id, settings)
    oracle = SetOracle(game.settings.model_dump())
    state = game.setup(2)
    kill_share = rnd.random()
    while True:
        compare(game, state, oracle)
        player = game.to_act(state)
        if player is None:
            return game.outcome(state).reason
        action = choose(game.legal_actions(state, player), kill_share, rnd)
        state = game.apply(state, player, action)
        oracle.play(action["action"], *action["params"].values())


def choose(actions, kill_share, rnd):
    kills = [action for action in actions if action["action"] == "kill"]
    return rnd.choice(kills if kills and rnd.random() < kill_share else actions)


def compare(game, state, oracle):
    player = game.to_act(state)
    assert player == oracle.to_act()
    legal = [on_wire(*action) for action in oracle.legal()]
    for seat in (-1, 0, 1):
        assert list(game.legal_actions(state, seat)) == (legal if seat == player else [])
    for seat in (None, 0, 1):
        assert game.view(state, seat) == oracle.view(seat)
    outcome = game.outcome(state)
    assert (outcome is None) == (oracle.result is None)
    if outcome:
        winner, reason = oracle.result
        places = (1, 1) if winner is None else (1 + winner, 2 - winner)
        assert (outcome.places, outcome.reason) == (places, reason)


@pytest.mark.parametrize("shard", range(100 // SHARD))
@pytest.mark.parametrize(("game_id", "size"), CASES)
def test_engine_agrees_with_oracle(game_id, size, shard):
    for seed in range(shard * SHARD, (shard + 1) * SHARD):
        play_side_by_side(game_id, size, seed)


@pytest.mark.soak
@pytest.mark.parametrize("shard", range(100))
@pytest.mark.parametrize(("game_id", "size"), CASES)
def test_engine_agrees_with_oracle_for_long(game_id, size, shard):
    for seed in range(1000 + shard * 100, 1000 + (shard + 1) * 100):
        play_side_by_side(game_id, size, seed)
