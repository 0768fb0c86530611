"""``scuffle games`` and ``scuffle schema``."""

from typing import Any

import click
from rich.table import Table

from scuffle.cli.command import as_json, command, print_items, print_json, tables
from scuffle.cli.completing import game_argument
from scuffle.cli.completing import games as known_games


@command(
    "games",
    """scuffle games
    scuffle games virus-war""",
)
@click.argument("game", required=False, shell_complete=known_games)
@as_json
def games(game: str | None, as_json: bool) -> None:
    """List the games, or print the rules of GAME."""
    from scuffle.registry import games as all_games
    from scuffle.registry import house_bots, rules_markdown

    if game and not as_json:
        click.echo(rules_markdown(game))
        return
    found = {name: kind for name, kind in all_games().items() if game in (None, name)}
    rows: list[dict[str, Any]] = [
        {
            "id": name,
            "name": kind.name,
            "tagline": kind.tagline,
            "players": list(kind.players),
            "difficulty": kind.difficulty,
            "house_bots": sorted(house_bots(name)),
        }
        for name, kind in found.items()
    ]
    if as_json:
        print_items(rows)
        return
    table = Table(box=None, pad_edge=False)
    for title in ("game", "players", "house bots", "what it is"):
        table.add_column(title)
    for row in rows:
        table.add_row(
            row["id"], _span(row["players"]), ", ".join(row["house_bots"]), row["tagline"]
        )
    tables().print(table)


def _span(players: list[int]) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]}-{players[-1]}"


@command(
    "schema",
    """scuffle schema virus-war
    scuffle schema virus-war action > action.schema.json""",
)
@game_argument
@click.argument("part", required=False)
def schema(game: str, part: str | None) -> None:
    """Print the JSON Schemas of GAME: settings, view, action, and the protocol's messages."""
    from scuffle.protocol import schemas
    from scuffle.registry import game as game_class

    found = schemas(game_class(game))
    if part is None:
        print_json(found)
    elif part in found:
        print_json(found[part])
    else:
        wanted = ", ".join(found)
        raise click.BadParameter(f"found {part!r}, wanted one of {wanted}", param_hint="PART")
