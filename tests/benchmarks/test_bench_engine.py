"""The engine's speed as ratios: complete random games with the legal list.

Steps a second of CPU time, ours and theirs alike, so that a busy host does not decide.
"""

import random
import time
from collections.abc import Callable

import pytest
from benchmarks.measuring import ROUND_S, Rate, in_turn
from oracles.virus_war import SetOracle

from scuffle import registry
from scuffle.function_seat import FunctionSeat
from scuffle.limits import Limits
from scuffle.match import play_match

Peer = Callable[[str], Rate]
Note = Callable[[str, float, float, str], float]


def steps_per_s(play: Callable[[random.Random], int]) -> Rate:
    """How many steps ``play`` takes in a second of CPU time, over whole games."""
    rnd = random.Random(1)

    def rate() -> float:
        steps, started = 0, time.process_time()
        while time.process_time() - started < ROUND_S:
            steps += play(rnd)
        return steps / (time.process_time() - started)

    return rate


def engine(game_id: str, size: int) -> Rate:
    game = registry.make(game_id, {"size": size})

    def play(rnd: random.Random) -> int:
        state, steps = game.setup(2), 0
        while (player := game.to_act(state)) is not None:
            state = game.apply(state, player, rnd.choice(game.legal_actions(state, player)))
            steps += 1
        return steps

    return steps_per_s(play)


def oracle(game_id: str, size: int) -> Rate:
    settings = registry.make(game_id, {"size": size}).settings.model_dump()

    def play(rnd: random.Random) -> int:
        game, steps = SetOracle(settings), 0
        while game.to_act() is not None:
            action, *cell = rnd.choice(game.legal())
            game.play(action, *cell)
            steps += 1
        return steps

    return steps_per_s(play)


def runner(game_id: str) -> Rate:
    game = registry.make(game_id, {})
    limits = Limits()

    def play(rnd: random.Random) -> int:
        seats = [FunctionSeat(lambda state: rnd.choice(state["legal_actions"])) for _ in range(2)]
        return len(play_match(game, 2, seats, str(rnd.random()), limits).steps)

    return steps_per_s(play)


def test_engine_against_pettingzoo(peer: Peer, note: Note) -> None:
    ours, theirs = in_turn(engine("virus-war", 10), peer("pettingzoo"))
    assert note("virus-war 10x10 / PettingZoo go_v5 9x9", ours, theirs, "steps/s") >= 20


def test_large_board_against_pettingzoo(peer: Peer, note: Note) -> None:
    ours, theirs = in_turn(engine("virus-war-steps", 15), peer("pettingzoo"))
    assert note("virus-war-steps 15x15 / PettingZoo go_v5 9x9", ours, theirs, "steps/s") >= 12


def test_engine_against_the_oracle(note: Note) -> None:
    ours, theirs = in_turn(engine("virus-war", 10), oracle("virus-war", 10))
    assert note("virus-war 10x10 / set oracle", ours, theirs, "steps/s") >= 4


@pytest.mark.parametrize("game_id", ["virus-war", "virus-war-fog"])
def test_match_runner_against_kaggle(game_id: str, peer: Peer, note: Note) -> None:
    ours, theirs = in_turn(runner(game_id), peer("kaggle"))
    assert note(f"{game_id} match runner / kaggle connectx", ours, theirs, "steps/s") >= 30
