"""``scuffle tournaments``: those of the site, looked at and entered."""

from typing import Any

import click
from rich.table import Table

from scuffle.cli.command import as_json, command, print_items, print_json, tables, url_option
from scuffle.cli.config import client
from scuffle.cli.group import LazyGroup
from scuffle.client import Client


@click.group(
    "tournaments",
    cls=LazyGroup,
    examples="""scuffle tournaments list --game virus-war
    scuffle tournaments enter k3v9q2m7x1ab my_bot""",
    lazy={
        "list": ("scuffle.cli.site_tournaments:list_", "Those of the site, the newest first."),
        "show": ("scuffle.cli.site_tournaments:show", "Who is entered and who stands where."),
        "enter": ("scuffle.cli.site_tournaments:enter", "Enter a bot of yours."),
        "leave": ("scuffle.cli.site_tournaments:leave", "Withdraw it."),
    },
)
def tournaments() -> None:
    """Tournaments of the site; one among files at home is: scuffle tournament."""


@command(
    "list",
    """scuffle tournaments list
    scuffle tournaments list --game virus-war --status open""",
)
@click.option("--game", metavar="GAME", help="Only of this game.")
@click.option("--status", metavar="WORD", help="open, playing, ended or cancelled.")
@url_option
@as_json
def list_(game: str | None, status: str | None, url: str | None, as_json: bool) -> None:
    """List tournaments, the newest first."""
    rows = list(client(url).tournaments(game=game, status=status))
    if as_json:
        print_items(rows)
        return
    table = Table(box=None, pad_edge=False)
    for title in ("tournament", "game", "name", "kind", "status", "entry until"):
        table.add_column(title)
    for row in rows:
        until = f"{row['entry_until'][:16].replace('T', ' ')} UTC"
        table.add_row(row["id"], row["game"], row["name"], row["kind"], row["status"], until)
    tables().print(table if rows else "Nothing found.")


@command("show", "scuffle tournaments show k3v9q2m7x1ab")
@click.argument("tournament")
@url_option
@as_json
def show(tournament: str, url: str | None, as_json: bool) -> None:
    """Say who is entered in TOURNAMENT and who stands where."""
    api = client(url)
    _tell(api, api.tournament(tournament), as_json)


@command("enter", "scuffle tournaments enter k3v9q2m7x1ab my_bot")
@click.argument("tournament")
@click.argument("bot")
@url_option
@as_json
def enter(tournament: str, bot: str, url: str | None, as_json: bool) -> None:
    """Enter BOT, one of yours, in TOURNAMENT."""
    api = client(url, signed_in=True)
    _tell(api, api.enter_tournament(tournament, bot), as_json)


@command("leave", "scuffle tournaments leave k3v9q2m7x1ab my_bot")
@click.argument("tournament")
@click.argument("bot")
@url_option
@as_json
def leave(tournament: str, bot: str, url: str | None, as_json: bool) -> None:
    """Withdraw BOT from TOURNAMENT."""
    api = client(url, signed_in=True)
    _tell(api, api.leave_tournament(tournament, bot), as_json)


def _tell(api: Client, found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    click.echo(f"{found['name']}, {found['game']}: {found['status']}")
    table = Table(box=None, pad_edge=False)
    for title in ("place", "bot", "owner", "version"):
        table.add_column(title)
    for one in sorted(found["entrants"], key=lambda one: (one["place"] or 999, one["name"])):
        away = " (withdrawn)" if one["left"] else ""
        version = str(one["version"] or "–")
        table.add_row(str(one["place"] or "–"), one["name"] + away, one["owner"], version)
    tables().print(table if found["entrants"] else "Nobody is entered yet.")
    click.echo(f"{api.url}/tournaments/{found['id']}")
