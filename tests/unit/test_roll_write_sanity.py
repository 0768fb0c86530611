"""Mean points a seat of simple players, within a band around what long simulations gave.

With the first-game cards, for two, three and four players: evenly among the legal actions -19, -8,
-16; the house bot ``random`` 28, 24, 24; ``greedy`` 41, 29, 28.
"""

import importlib.util
import random
from collections.abc import Callable
from statistics import fmean
from types import SimpleNamespace
from typing import Any

import pytest

from scuffle.function_seat import FunctionSeat
from scuffle.limits import Limits
from scuffle.match import play_match
from scuffle.registry import house_bots, make
from scuffle.testing import playthrough

MATCHES = 24
BAND = 6.0
"""Four standard errors of a mean over that many matches of two seats."""

Choose = Callable[[dict[str, Any], Any], dict[str, Any]]


def uniform(state: dict[str, Any], api: Any) -> dict[str, Any]:
    return dict(api.random.choice(state["legal_actions"]))


def house(name: str) -> Choose:
    path = house_bots("virus-roll-write")[name]
    spec = importlib.util.spec_from_file_location(f"sanity_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    chosen: Choose = module.get_action
    return chosen


def mean_points(bot: Choose, players: int) -> float:
    game = make("virus-roll-write", {})
    points: list[float] = []
    for seed in range(MATCHES):
        state = game.setup(players)
        api = SimpleNamespace(random=random.Random(f"{seed}/{players}"))
        while (player := game.to_act(state)) is not None:
            legal = game.legal_actions(state, player)
            view = {} if player < 0 else game.view(state, player)
            choose = uniform if player < 0 else bot
            state = game.apply(state, player, choose(view | {"legal_actions": legal}, api))
        outcome = game.outcome(state)
        assert outcome is not None
        points += outcome.scores
    return fmean(points)


@pytest.mark.parametrize(
    ("name", "players", "points"),
    [
        ("uniform", 2, -19), ("uniform", 3, -8), ("uniform", 4, -16),
        ("random", 2, 28), ("random", 3, 24), ("random", 4, 24),
        ("greedy", 2, 41), ("greedy", 3, 29), ("greedy", 4, 28),
    ],
)  # fmt: skip
def test_mean_points(name: str, players: int, points: int) -> None:
    bot = uniform if name == "uniform" else house(name)
    assert mean_points(bot, players) == pytest.approx(points, abs=BAND)


@pytest.mark.parametrize(("players", "fewest", "most"), [(2, 60, 116), (3, 63, 113), (4, 97, 159)])
def test_requests_of_a_match_and_the_length_of_its_lists(
    players: int, fewest: int, most: int
) -> None:
    game = make("virus-roll-write", {"lab_cards": "draw"})
    for seed in range(8):
        moments = list(playthrough(game, players, f"requests {seed}"))
        asked = [moment for moment in moments if moment.player not in (None, -1)]
        assert fewest <= len(asked) <= most
        assert max(len(moment.legal) for moment in asked) <= 288


def test_the_planner_beats_greedy_clearly() -> None:
    """From both seats with the same dice; long runs gave nine wins in ten."""
    game = make("virus-roll-write", {"lab_cards": "draw"})
    won = 0.0
    for seed in range(5):
        for seats in ((0, 1), (1, 0)):
            seat_bots = [FunctionSeat(house(("planner", "greedy")[k])) for k in seats]
            outcome = play_match(game, 2, seat_bots, f"planner/{seed}", Limits()).outcome
            assert outcome is not None
            mine, theirs = (outcome.places[seats.index(k)] for k in (0, 1))
            won += (mine < theirs) + (mine == theirs) / 2
    assert won >= 8
