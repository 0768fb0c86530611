"""How a command is made, and the options that several share."""

import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from scuffle.cli.config import look_up
from scuffle.cli.examples import ExampleCommand, ExampleGroup

Decorator = Callable[[Callable[..., Any]], click.Command]


def command(name: str, examples: str) -> Decorator:
    """Make a function a command with examples."""
    return click.command(name, cls=ExampleCommand, examples=examples)


def group(name: str, examples: str) -> Callable[[Callable[..., Any]], ExampleGroup]:
    """Make a function a group with examples."""
    return click.group(name, cls=ExampleGroup, examples=examples)


def _use_data(_context: click.Context, _option: click.Parameter, data: Path | None) -> None:
    """Whoever asks from here on finds the folder in the environment."""
    if data is not None:
        os.environ["SCUFFLE_DATA"] = str(data.resolve())


data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    callback=_use_data,
    is_eager=True,
    expose_value=False,
    help="Folder of database, queue and keys. [SCUFFLE_DATA]",
)
"""What every command of the server side takes."""


COUNT = click.IntRange(1, 100_000)
"""How many of something; all that is planned or listed is held in memory."""

as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
url_option = click.option("--url", metavar="URL", help="The site. [SCUFFLE_URL]")
settings_option = click.option(
    "--set", "pairs", multiple=True, metavar="NAME=VALUE", help="A game setting; may be repeated."
)


def cage_option(default: str, words: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option ``--sandbox``, looked up where no flag says it."""

    def look(_context: click.Context, _option: click.Parameter, flag: str | None) -> str:
        found = look_up("sandbox", flag, default)
        if found.value not in SANDBOXES:
            wanted = ", ".join(SANDBOXES)
            raise click.UsageError(
                f"found sandbox {found.value!r} in {found.where}, wanted one of {wanted}"
            )
        return found.value

    return click.option(
        "--sandbox",
        type=click.Choice(SANDBOXES),
        callback=look,
        help=f"{words} [SCUFFLE_SANDBOX, else {default}]",
    )


SANDBOXES = ("auto", "none", "bubblewrap", "docker")
sandbox_option = cage_option("none", "The cage for the bots; none runs them where they lie.")


def seed_option(words: str, most: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option ``--seed``, of as many characters as a record of the match can hold."""

    def check(_context: click.Context, _option: click.Parameter, seed: str) -> str:
        if not 1 <= len(seed) <= most:
            raise click.BadParameter(f"found {len(seed)} characters, wanted 1 to {most}")
        return seed

    return click.option("--seed", default="1", show_default=True, callback=check, help=words)


def counted(number: int, thing: str) -> str:
    """``1 match``, ``2 matches``: how many there are of something."""
    many = f"{thing}es" if thing.endswith("ch") else f"{thing}s"
    return f"{number:,} {thing if number == 1 else many}"


def writable(_context: click.Context, _option: click.Parameter, file: Path | None) -> Path | None:
    """See that a file can be written before what goes into it is made; a click callback."""
    if file is None:
        return None
    folder = next(one for one in file.absolute().parents if one.exists())
    if file.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise click.BadParameter(f"{file} cannot be written; name another file")
    return file


def settings_of(pairs: tuple[str, ...]) -> dict[str, Any]:
    """``("size=8", "can_pass=false")`` as settings; a value that is no JSON is taken as text.

    Raises:
        click.BadParameter: a pair without ``=``.
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"found {pair!r}, wanted NAME=VALUE", param_hint="--set")
        try:
            found[name.strip()] = json.loads(value)
        except ValueError:
            found[name.strip()] = value
    return found


def messages() -> Console:
    """Where people read: stderr, with colour only on a terminal and without ``NO_COLOR``."""
    return Console(stderr=True, highlight=False, soft_wrap=True)


def tables() -> Console:
    """Where results go: stdout; a file or a pipe gets lines as long as they need to be."""
    return Console(highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else 160)


def print_items(rows: Sequence[Any], **more: Any) -> None:
    """A list as one JSON object on stdout, so that it can say more than its ``items``."""
    print_json({**more, "items": rows})


def print_json(value: Any) -> None:
    """One JSON value on stdout."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))
