"""E9: what each seat is asked fits the public schema, with the same fields for all seats."""

from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from pydantic_core import from_json

from scuffle import registry
from scuffle.contract import CHANCE
from scuffle.protocol import act_message, schemas
from scuffle.testing import playthrough
from scuffle.wire import dump_line

FORMATS = [
    (game_id, entry) for game_id, game in registry.games().items() for entry in game.ladder_formats
]


@cache
def schema(game_id: str) -> Any:
    """The state's public schema, compiled."""
    return jsonschema_rs.validator_for(schemas(registry.game(game_id))["state"])


def check(number: int) -> None:
    """Play the random match of that number; read each request as its seat would."""
    game_id, entry = FORMATS[number % len(FORMATS)]
    game = registry.make(game_id, entry.settings)
    fields: dict[int, set[str]] = {}
    for moment in playthrough(game, entry.num_players, f"every seat {number}"):
        if moment.player in (None, CHANCE):
            continue
        view = game.view(moment.state, moment.player)
        state = from_json(dump_line(act_message(1, view, moment.legal, 0)))["state"]
        schema(game_id).validate(state)
        assert state["player_idx"] == moment.player
        assert fields.setdefault(moment.player, set(state)) == set(state)
    assert set(fields) == set(range(entry.num_players))
    assert all(seen == fields[0] for seen in fields.values())


def test_players_are_two_to_four() -> None:
    assert {entry.num_players for _, entry in FORMATS} == {2, 3, 4}


def test_what_each_seat_is_asked_fits_the_public_schema() -> None:
    for number in range(100):
        check(number)


@pytest.mark.soak
def test_what_each_seat_is_asked_fits_in_a_thousand_matches() -> None:
    for number in range(1000):
        check(number)


@pytest.mark.parametrize("game_id", registry.games())
def test_a_field_that_is_missing_is_found(game_id: str) -> None:
    """The check itself."""
    entry = registry.game(game_id).ladder_formats[0]
    moment = next(playthrough(registry.make(game_id, entry.settings), entry.num_players, "1"))
    view = registry.make(game_id, entry.settings).view(moment.state, 0)
    legal = [] if moment.player == CHANCE else list(moment.legal)
    whole = view | {"legal_actions": legal}
    assert schema(game_id).is_valid(whole)
    required = schemas(registry.game(game_id))["state"]["required"]
    for name in required:
        assert not schema(game_id).is_valid({key: whole[key] for key in whole if key != name})
