"""A game's settings as JSON sends them: each value is of the type that the schema names."""

import json
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from scuffle.registry import UnknownGame, game
from scuffle_platform.problems import invalid

_WANTED = {"int_type": "a whole number", "bool_type": "true or false", "string_type": "a text"}
_QUOTED = 40
"""Characters of a value that a sentence repeats."""


def check_types(game_id: str, settings: dict[str, Any] | None) -> None:
    """Refuse a text for a number and the like, which forms may send and JSON need not.

    A whole number may be written as 8.0, as JSON Schema has it. What else is wrong with settings,
    or the game, is said by whoever makes the game.

    Raises:
        Problem: 422, a value has another type than the game's schema of settings names.
    """
    try:
        with suppress(UnknownGame):
            game(game_id).Settings.model_validate(settings or {}, strict=True)
    except ValidationError as error:
        for fault in error.errors(include_url=False):
            value, wanted = fault["input"], _WANTED.get(fault["type"])
            if wanted and not (isinstance(value, float) and value.is_integer()):
                found = json.dumps(value, ensure_ascii=False)[:_QUOTED]
                raise invalid(
                    f"settings.{fault['loc'][0]} is {found}, wanted {wanted}.",
                    f"GET /api/v1/games/{game_id} has the schema of the settings.",
                ) from None
