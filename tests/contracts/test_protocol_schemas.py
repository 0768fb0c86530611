"""Every line of every game is what its published schema says."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scuffle.chance import draw
from scuffle.contract import Game
from scuffle.function_seat import FunctionSeat
from scuffle.limits import Limits
from scuffle.match import play_match
from scuffle.protocol import schemas
from scuffle.registry import games, make
from scuffle.seat import Answer, Budget


class Listener(FunctionSeat):
    """Plays at random and keeps every line."""

    def __init__(self, seed: str) -> None:
        super().__init__(self.choose)
        self.seed = seed
        self.lines: list[bytes] = []

    def choose(self, state: dict[str, Any]) -> Any:
        legal = state["legal_actions"]
        return legal[draw(self.seed, len(self.lines), len(legal))]

    def ask(self, line: bytes, budget: Budget) -> Answer:
        self.lines.append(line)
        return super().ask(line, budget)

    def end(self, line: bytes | None) -> str:
        self.lines += [line] if line else []
        return super().end(line)


@pytest.fixture(params=list(games()))
def game_class(request: pytest.FixtureRequest) -> type[Game[Any]]:
    return games()[request.param]


def test_schemas_are_valid_and_describe_every_field(game_class: type[Game[Any]]) -> None:
    found = schemas(game_class)
    for schema in found.values():
        Draft202012Validator.check_schema(schema)
    assert "legal_actions" in found["state"]["required"]
    for name, field in found["state"]["properties"].items():
        assert field.get("description"), name


def test_every_line_of_a_match_fits(game_class: type[Game[Any]]) -> None:
    validators = {name: Draft202012Validator(found) for name, found in schemas(game_class).items()}
    for number, format in enumerate(game_class.ladder_formats):
        game = make(game_class.id, format.settings)
        seats = [Listener(f"{number}/{player}") for player in range(format.num_players)]
        record = play_match(game, len(seats), seats, "a seed", Limits())
        for seat in seats:
            for line in (seat.lines[0], *seat.lines[1:-1:5], *seat.lines[-2:]):
                message = json.loads(line)
                validators[message["type"]].validate(message)
            validators["settings"].validate(json.loads(seat.lines[0])["settings"])
        for step in record.steps:
            validators["action"].validate(step.action)


def test_nothing_a_seat_receives_holds_the_matchs_seed(game_class: type[Game[Any]]) -> None:
    format = game_class.ladder_formats[0]
    seed = "0123456789abcdef-the-match-seed"
    seats = [Listener(str(player)) for player in range(format.num_players)]
    play_match(make(game_class.id, format.settings), len(seats), seats, seed, Limits())
    assert not any(seed.encode() in line for seat in seats for line in seat.lines)


@pytest.mark.parametrize("number", [-1, 14, 99, 2**53])
def test_a_number_out_of_range_is_illegal_whatever_the_number(
    game_class: type[Game[Any]], number: int
) -> None:
    """Only types are the JSON asked for; which values there are is for the legal actions to say."""
    format = game_class.ladder_formats[0]

    def beside(state: dict[str, Any]) -> dict[str, Any]:
        for action in state["legal_actions"]:
            for key, value in (action.get("params") or {}).items():
                if type(value) is int:
                    return {**action, "params": action["params"] | {key: number}}
        return dict(state["legal_actions"][0])

    seats = [FunctionSeat(beside), *(Listener(str(n)) for n in range(format.num_players - 1))]
    record = play_match(make(game_class.id, format.settings), len(seats), seats, "a", Limits())
    assert record.seats[0].verdict.verdict == "illegal"
    assert "which is not one of the" in record.seats[0].detail
