"""The house bots of every game: they can be copied, play to the end and never fail."""

import ast
import importlib.util
import sys

import pytest

from scuffle import registry
from scuffle.function_seat import FunctionSeat
from scuffle.limits import Limits
from scuffle.match import play_match

BOTS = [
    pytest.param(game_id, path, id=f"{game_id}-{name}")
    for game_id in registry.games()
    for name, path in registry.house_bots(game_id).items()
] + [
    pytest.param(game_id, registry.starter_bot(game_id), id=f"{game_id}-starter")
    for game_id in registry.games()
]
FORMATS = [
    pytest.param(game_id, entry, id=f"{game_id}-{index}")
    for game_id, game in registry.games().items()
    for index, entry in enumerate(game.ladder_formats)
]


def load(path):
    """The bot's function, from a module of its own."""
    spec = importlib.util.spec_from_file_location(f"house_{path.parent.name}_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.get_action


def play(game_id, entry, bots, seed):
    paths = registry.house_bots(game_id)
    seats = [FunctionSeat(load(paths[name])) for name in bots]
    game = registry.make(game_id, entry.settings)
    return play_match(game, entry.num_players, seats, seed, Limits())


@pytest.mark.parametrize(("game_id", "path"), BOTS)
def test_a_house_bot_needs_the_standard_library_alone(game_id, path):
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) else []
        assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize(("game_id", "entry"), FORMATS)
def test_every_pair_of_neighbours_plays_to_the_end(game_id, entry):
    names = list(registry.house_bots(game_id))
    for index, name in enumerate(names):
        seats = [names[(index + seat) % len(names)] for seat in range(entry.num_players)]
        record = play(game_id, entry, seats, f"house/{name}")
        assert {verdict.verdict for verdict in record.verdicts} == {"ok"}
        assert record.outcome.reason != "forfeit"


@pytest.mark.parametrize(("game_id", "entry"), FORMATS)
def test_the_starter_bot_plays_in_every_seat(game_id, entry):
    starter = load(registry.starter_bot(game_id))
    game = registry.make(game_id, entry.settings)
    for own in range(entry.num_players):
        seats = [FunctionSeat(starter) for _ in range(entry.num_players)]
        if entry.num_players == 2:
            seats[1 - own] = FunctionSeat(load(registry.sample_bot(game_id)))
        record = play_match(game, len(seats), seats, f"starter/{own}", Limits())
        assert {verdict.verdict for verdict in record.verdicts} == {"ok"}


@pytest.mark.parametrize("game_id", list(registry.games()))
def test_the_random_bot_never_passes(game_id):
    entry = registry.game(game_id).ladder_formats[0]
    for seed in range(3):
        record = play(game_id, entry, ["random"] * entry.num_players, str(seed))
        assert all(step.action["action"] != "pass" for step in record.steps)


@pytest.mark.parametrize("game_id", ["virus-war", "virus-war-fog", "virus-war-steps"])
def test_the_planner_beats_random_from_either_seat(game_id):
    entry = registry.game(game_id).ladder_formats[0]
    for seats in (["planner", "random"], ["random", "planner"]):
        record = play(game_id, entry, seats, "planner")
        assert record.outcome.places[seats.index("planner")] == 1
