"""Finds the games: a folder under ``scuffle/games`` with a ``rules.py``, or an entry point.

Another package adds a game with an entry point in the group ``scuffle.games``, whose name is the
game's id and whose value is a package laid out like the folders here.
"""

import importlib
import json
import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import ValidationError

import scuffle.games
from scuffle.contract import Game

LONGEST_QUOTE = 100
"""Characters of a wrong setting that its sentence repeats."""
_SHARED_RENDERER = re.compile(r'^export \{ draw[^}]* \} from "(.+)";$', re.MULTILINE)


class UnknownGame(KeyError):
    """No game has this id; the message names those that come close."""

    def __str__(self) -> str:
        return str(self.args[0])


class NoEncoding(LookupError):
    """A game without ``encoding.py``."""


class BadSettings(ValueError):
    """Settings that a game does not take; the message is one sentence that names the setting."""


@cache
def _packages() -> dict[str, str]:
    """Package names by game id."""
    root = Path(scuffle.games.__path__[0])
    folders = sorted(path.parent.name for path in root.glob("*/rules.py"))
    found = {folder.replace("_", "-"): f"scuffle.games.{folder}" for folder in folders}
    third_party = {entry.name: entry.value for entry in entry_points(group="scuffle.games")}
    return third_party | found


def _package(game_id: str) -> str:
    packages = _packages()
    if game_id in packages:
        return packages[game_id]
    if close := get_close_matches(game_id, packages, n=3):
        raise UnknownGame(f"There is no game {game_id!r}; did you mean {' or '.join(close)}?")
    raise UnknownGame(f"There is no game {game_id!r}; choose one of {', '.join(packages)}.")


def games() -> dict[str, type[Game[Any]]]:
    """Every game class by id, in alphabetical order."""
    return {game_id: game(game_id) for game_id in sorted(_packages())}


@cache
def game(game_id: str) -> type[Game[Any]]:
    """The class of one game.

    Raises:
        UnknownGame: no game has this id.
    """
    found: type[Game[Any]] = importlib.import_module(f"{_package(game_id)}.rules").GAME
    return found


def make(game_id: str, settings: dict[str, Any]) -> Game[Any]:
    """A game under these settings; what is left out keeps its default.

    Raises:
        UnknownGame: no game has this id.
        BadSettings: a setting is unknown or out of range, or two do not go together.
    """
    kind = game(game_id)
    try:
        return kind(kind.Settings.model_validate(settings))
    except ValidationError as error:
        raise BadSettings(_sentence(kind, error)) from None


def _sentence(kind: type[Game[Any]], error: ValidationError) -> str:
    """The first fault that pydantic found, as one sentence that names the setting."""
    fault = error.errors(include_url=False)[0]
    names = ", ".join(kind.Settings.model_fields)
    if fault["type"] == "extra_forbidden":
        return f"{fault['loc'][0]} is no setting of {kind.name}; its settings are: {names}."
    if not fault["loc"]:
        return fault["msg"].removeprefix("Value error, ")
    name = str(fault["loc"][0])
    found = _json(fault["input"])
    found = found if len(found) <= LONGEST_QUOTE else f"{found[:LONGEST_QUOTE]}…"
    return f"{name} is {found}, wanted {_wanted(kind, name, fault['msg'])}."


def _json(value: object) -> str:
    return json.dumps(value, default=str, ensure_ascii=False)


def _wanted(kind: type[Game[Any]], name: str, message: str) -> str:
    """What a setting takes, by its schema where that says it best."""
    schema = kind.Settings.model_json_schema()["properties"][name]
    schema = schema | schema.get("anyOf", [{}])[0]
    if "minimum" in schema and "maximum" in schema:
        return f"a whole number from {schema['minimum']} to {schema['maximum']}"
    if "enum" in schema:
        return " or ".join(map(_json, schema["enum"]))
    if schema.get("type") == "boolean":
        return "true or false"
    message = message.removeprefix("Value error, ")
    return f"what its description says: {schema['description'].rstrip('.')} ({message})"


def folder(game_id: str) -> Path:
    """The folder with a game's files."""
    spec = find_spec(_package(game_id))
    if spec is None or not spec.submodule_search_locations:
        raise UnknownGame(f"The package of game {game_id!r} is not a folder of Python files.")
    return Path(spec.submodule_search_locations[0])


def house_bots(game_id: str) -> dict[str, Path]:
    """The single-file bots that ship with a game, by name."""
    paths = sorted(folder(game_id).glob("*_bot.py"))
    return {path.stem.removesuffix("_bot").replace("_", "-"): path for path in paths}


def sample_bot(game_id: str) -> Path:
    """The bot that every upload is checked against."""
    return folder(game_id) / "random_bot.py"


def starter_bot(game_id: str) -> Path | None:
    """A game's own first Python bot, to be copied and changed; ``None``: it has none."""
    path = folder(game_id) / "starter.py"
    return path if path.is_file() else None


def rules_markdown(game_id: str) -> str:
    """A game's rules page."""
    return (folder(game_id) / "RULES.md").read_text(encoding="utf-8")


def pictures(game_id: str) -> dict[str, Callable[[Sequence[str]], str]]:
    """What draws the fenced blocks of a game's rules page, by the block's word.

    From ``drawing.py``, where a game has one: each takes the lines of a figure and gives an SVG.
    """
    name = f"{_package(game_id)}.drawing"
    return dict(importlib.import_module(name).PICTURES) if find_spec(name) else {}


def text_renderer(game_id: str) -> ModuleType:
    """The module that puts a game into words.

    ``render(view)`` draws it in characters, ``sentence(player, action, before, after)`` says what
    an action changed, ``label(action)`` names it in a word for a list of moves, and
    ``marks(player, action, after)`` gives ``(kind, text)`` of what is worth a mark on a timeline.
    Texts call the players ``player 0``, ``player 1``, …; pages put the names in.
    """
    return importlib.import_module(f"{_package(game_id)}.text")


def web_module(game_id: str) -> Path:
    """The ES module that draws a game's views; it exports ``draw(svg, view, options)``.

    A game that shares its renderer has a ``web.js`` of one line, ``export { draw, … } from "…";``,
    which this follows. A module may import others of its own folder by relative names.
    """
    path = folder(game_id) / "web.js"
    shared = _SHARED_RENDERER.search(path.read_text(encoding="utf-8"))
    return (path.parent / shared[1]).resolve() if shared else path


def notation(game_id: str) -> ModuleType | None:
    """The module with ``write`` and ``read``, or ``None`` where a game has no notation."""
    name = f"{_package(game_id)}.notation"
    return importlib.import_module(name) if find_spec(name) else None


def encoding(game_id: str) -> ModuleType:
    """The module that puts a game into numbers: ``actions``, ``shape`` and ``observe``.

    Raises:
        NoEncoding: the game has none.
    """
    name = f"{_package(game_id)}.encoding"
    if not find_spec(name):
        raise NoEncoding(
            f"{game(game_id).name} has no encoding.py, so nothing can learn it;"
            " CONTRIBUTING.md says what stands in one."
        )
    return importlib.import_module(name)
