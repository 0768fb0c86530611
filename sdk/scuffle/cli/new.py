"""``scuffle new``: a folder with a bot that works."""

import json
import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scuffle.cli.command import as_json, command, messages, print_json
from scuffle.cli.completing import game_argument
from scuffle.cli.exits import Failure

if TYPE_CHECKING:
    from scuffle.contract import Game
    from scuffle.languages import Language

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 32

_README = """# {name}

A bot for {game_name}. It is {files}; everything else may go.

    # one match
    scuffle play {game} . greedy --show
    # is it better?
    scuffle bench {game} . greedy -n 20
    # what the site will say, then upload it
    scuffle check .
    scuffle submit . --wait

`scuffle games {game}` prints the rules; `schema.json` has every field of state and action.
"""

_TEST = '''"""Run with: pytest"""

from pathlib import Path

from scuffle import play


def test_plays_a_match_without_a_fault():
    here = Path(__file__).parent
    replay = play({game!r}, [here, "random"], seed=1)
    assert replay.verdicts[0].verdict == "ok"
'''


@command(
    "new",
    """scuffle new virus-war my_bot
    scuffle new virus-war-fog my_bot --language cpp
    scuffle new virus-war my_bot --ci github""",
)
@game_argument
@click.argument("folder", type=click.Path(path_type=Path), default="my_bot")
@click.option("--language", default="python", show_default=True, help="See scuffle doctor.")
@click.option(
    "--ci", type=click.Choice(["github"]), help="Add a workflow that submits what is better."
)
@as_json
def new(game: str, folder: Path, language: str, ci: str | None, as_json: bool) -> None:
    """Make FOLDER with a bot for GAME that works, its settings, schema, a README and a test."""
    from scuffle.languages import languages
    from scuffle.registry import game as game_class

    kind = game_class(game)
    if language not in languages():
        wanted = ", ".join(languages())
        raise click.BadParameter(
            f"found {language!r}, wanted one of {wanted}", param_hint="--language"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Failure(f"{folder} is there already and not empty; choose another name")
    entry = languages()[language].entry_names[0]
    files = _files(kind, _bot_name(folder), languages()[language], ci)
    for file, text in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(text)
    if as_json:
        made = {"folder": str(folder), "bot": _bot_name(folder), "game": game, "entry": entry}
        print_json({**made, "files": list(files)})
    messages().print(
        f"Made {folder} with {entry}. Try: scuffle play {game} {_typed(folder)} greedy --show",
        markup=False,
    )


def _typed(folder: Path) -> str:
    """The folder as one word of a command line that is no option."""
    return shlex.quote(f"./{folder}" if str(folder).startswith("-") else str(folder))


def _files(
    game: "type[Game[Any]]", name: str, language: "Language", ci: str | None
) -> dict[str, bytes]:
    """Every file by its path; all are made before the first is written."""
    from scuffle.cli import new_ci
    from scuffle.protocol import schemas

    entry = language.entry_names[0]
    files = ", ".join(f"`{file}`" for file in language.starter_files)
    texts = {
        **language.starter_files,
        "scuffle.toml": _settings(game.id, name, language.id, entry),
        "schema.json": json.dumps(schemas(game), indent=2) + "\n",
        "README.md": _README.format(name=name, game=game.id, game_name=game.name, files=files),
        "test_bot.py": _TEST.format(game=game.id),
    }
    if ci:
        texts[new_ci.FILE] = new_ci.workflow(game.id, name)
    return {path: text.encode() for path, text in texts.items()}


def _bot_name(folder: Path) -> str:
    """The folder's name as a site would take it for a bot."""
    return (
        _NOT_IN_NAMES.sub("-", Path(os.path.abspath(folder)).name).strip("-_.")[:_LONGEST]
        or "my_bot"
    )


def _settings(game: str, name: str, language: str, entry: str) -> str:
    pairs = {"game": game, "bot": name, "language": language, "entry": entry}
    ignore = 'ignore = ["test_bot.py", "README.md", "schema.json", ".github/"]\n'
    return (
        "".join(
            f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in pairs.items()
        )
        + ignore
    )
