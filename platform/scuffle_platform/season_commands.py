"""``scuffle admin season``: a game's public ladder ends, and the next one begins."""

import click

from scuffle.cli.command import data_option, group
from scuffle.cli.exits import Failure
from scuffle_platform.opening import database


@group(
    "season",
    'scuffle admin season start virus-war --name "Spring 2027"',
)
def season() -> None:
    """End a game's season and begin the next."""


@season.command(
    "start",
    examples='scuffle admin season start virus-war --name "Spring 2027"',
)
@click.argument("game")
@click.option("--name", default="", help="What the season that ends is archived as. [Season N]")
@data_option
def start(game: str, name: str) -> None:
    """Archive the public ladder of GAME and begin the next with its last ratings, less sure."""
    from scuffle import registry
    from scuffle_platform.store import Store, audit, seasons
    from scuffle_platform.store.models import now

    name = " ".join(name.split())
    if len(name) > seasons.LONGEST_NAME or not name.isprintable():
        raise Failure(f"Choose a name of at most {seasons.LONGEST_NAME} characters that are seen.")
    try:
        kind = registry.game(game)
        with database() as url, Store(url) as store, store.session() as session:
            audit.note(session, None, "season", kind.id, name=name)
            fresh = seasons.start(session, kind, name, now())
            ended = seasons.archived(session, kind.id)[0].name
    except (registry.UnknownGame, LookupError) as error:
        said = str(error)
        raise Failure(said if said.endswith((".", "?")) else f"{said}.") from None
    click.echo(f"{ended} of {kind.name} is archived; the next one plays as ladder {fresh.id}.")
