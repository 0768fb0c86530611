"""A game's settings as fields of a form; what is left as it is was not asked for."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scuffle import registry

PREFIX = "set-"
"""What the names of these fields begin with, beside the form's own."""


@dataclass(frozen=True, slots=True)
class Field:
    """One setting.

    Attributes:
        name: as in the game's settings.
        label: for people.
        usual: what holds when nothing is chosen.
        choices: value and label of each, or none where a number or text is typed.
        hint: what it means.
    """

    name: str
    label: str
    usual: str
    choices: tuple[tuple[str, str], ...]
    hint: str


def fields(game_id: str) -> list[Field]:
    """The settings of a game, in its own order."""
    shapes = registry.game(game_id).Settings.model_json_schema()["properties"]
    return [
        Field(
            name,
            name.replace("_", " ").capitalize(),
            _word(shape.get("default")),
            _choices(shape),
            shape.get("description", "").replace("`", ""),
        )
        for name, shape in shapes.items()
    ]


def read(form: Mapping[str, str]) -> dict[str, Any]:
    """What was asked for; words that are no JSON are text, as on the command line."""
    found: dict[str, Any] = {}
    for name, value in form.items():
        if name.startswith(PREFIX) and value.strip():
            found[name.removeprefix(PREFIX)] = _value(value.strip())
    return found


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _choices(shape: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    if shape.get("type") == "boolean":
        return (("true", "yes"), ("false", "no"))
    low, high = shape.get("minimum"), shape.get("maximum")
    if low is not None and high is not None and high - low < 20:
        return tuple((str(one), str(one)) for one in range(low, high + 1))
    return tuple((str(one), str(one)) for one in shape.get("enum", ()))


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
