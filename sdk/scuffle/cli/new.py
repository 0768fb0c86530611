"""``scuffle new``: a folder with a bot that works."""

import json
from pathlib import Path

import click

from scuffle.cli.command import command, messages
from scuffle.cli.exits import Failure

_README = """# {name}

A bot for {game_name}. It is `{entry}`; everything else may go.

    # one match
    scuffle play {game} . greedy --show
    # is it better?
    scuffle bench {game} . greedy -n 20
    # what the site will say, then upload it
    scuffle check .
    scuffle submit . --wait

`scuffle games {game}` prints the rules, `scuffle schema {game}` every field.
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
    scuffle new virus-war-fog my_bot --language cpp""",
)
@click.argument("game")
@click.argument("folder", type=click.Path(path_type=Path), default="my_bot")
@click.option("--language", default="python", show_default=True, help="See scuffle doctor.")
def new(game: str, folder: Path, language: str) -> None:
    """Make FOLDER with a bot for GAME that works, its settings, a README and a test."""
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
    folder.mkdir(parents=True, exist_ok=True)
    entry, name = languages()[language].entry_names[0], folder.resolve().name
    for file, text in {
        entry: languages()[language].starter,
        "scuffle.toml": _settings(game, name, language, entry),
        "README.md": _README.format(name=name, game=game, game_name=kind.name, entry=entry),
        "test_bot.py": _TEST.format(game=game),
    }.items():
        (folder / file).write_text(text, encoding="utf-8")
    messages().print(f"Made {folder} with {entry}. Try: scuffle play {game} {folder} greedy --show")


def _settings(game: str, name: str, language: str, entry: str) -> str:
    pairs = {"game": game, "bot": name, "language": language, "entry": entry}
    ignore = 'ignore = ["test_bot.py", "README.md"]\n'
    return (
        "".join(
            f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in pairs.items()
        )
        + ignore
    )
