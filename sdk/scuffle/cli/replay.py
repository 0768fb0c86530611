"""``scuffle replay verify`` and ``scuffle replay notation``."""

from pathlib import Path

import click

from scuffle.cli.command import as_json, command, print_json
from scuffle.cli.exits import Exit, Failure
from scuffle.cli.group import LazyGroup

replay_file = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))


@click.group(
    "replay",
    cls=LazyGroup,
    examples="""scuffle replay verify match.json
    scuffle replay notation match.json""",
    lazy={
        "verify": ("scuffle.cli.replay:verify", "Fold it with the rules: equal, or where not."),
        "notation": ("scuffle.cli.replay:notation", "The game's written record."),
    },
)
def replay() -> None:
    """Verify a replay, or write its notation."""


@command("verify", "scuffle replay verify match.json")
@replay_file
@as_json
def verify(file: Path, as_json: bool) -> None:
    """Fold FILE with the rules and say equal, or the first step that differs."""
    from scuffle.replay import Replay
    from scuffle.replay import verify as difference_of

    found = Replay.load(file)
    difference = difference_of(found)
    if as_json:
        told = {"step": difference.step, "sentence": difference.sentence} if difference else None
        print_json({"file": str(file), "equal": difference is None, "difference": told})
    elif difference is None:
        click.echo(f"equal: {len(found.steps)} steps fold to the recorded outcome")
    else:
        raise Failure(f"{file} differs. {difference}")
    if difference:
        click.get_current_context().exit(Exit.FAILURE)


@command("notation", "scuffle replay notation match.json")
@replay_file
@as_json
def notation(file: Path, as_json: bool) -> None:
    """Print the match in the game's own notation."""
    from scuffle.film import notation_of
    from scuffle.replay import Replay

    found = Replay.load(file)
    text = notation_of(found)
    if not text:
        raise Failure(f"{found.game} has no notation; watch it instead: scuffle view {file}")
    if as_json:
        print_json({"file": str(file), "game": found.game, "notation": text})
    else:
        click.echo(text)
