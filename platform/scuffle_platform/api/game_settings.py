"""A game's settings as JSON sends them: each value is of the type that the schema names."""

import json
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from scuffle.registry import UnknownGame, game
from scuffle.wire import MAX_INTEGER
from scuffle_platform.problems import invalid

_WANTED = {"int_type": "a whole number", "bool_type": "true or false", "string_type": "a text"}
_QUOTED = 40
"""Characters of a value that a sentence repeats."""


def typed(game_id: str, settings: dict[str, Any]) -> dict[str, Any]:
    """The settings, a whole number written as 8.0 taken for 8, as JSON Schema has it.

    A text for a number and the like is refused, which forms may send and JSON need not. What else
    is wrong with settings, or the game, is said by whoever makes the game.

    Raises:
        Problem: 422, a value has another type than the game's schema of settings names.
    """
    whole = {name: _whole(value) for name, value in settings.items()}
    try:
        with suppress(UnknownGame):
            game(game_id).Settings.model_validate(whole, strict=True)
    except ValidationError as error:
        for fault in error.errors(include_url=False):
            if wanted := _WANTED.get(fault["type"]):
                found = json.dumps(fault["input"], ensure_ascii=False)[:_QUOTED]
                raise invalid(
                    f"settings.{fault['loc'][0]} is {found}, wanted {wanted}.",
                    f"GET /api/v1/games/{game_id} has the schema of the settings.",
                ) from None
    return whole


def _whole(value: Any) -> Any:
    exact = isinstance(value, float) and value.is_integer() and abs(value) <= MAX_INTEGER
    return int(value) if exact else value
