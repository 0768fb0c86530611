"""``scuffle leagues``: joined, played in, left."""

from typing import Any

import click
from rich.table import Table

from scuffle.cli.command import (
    as_json,
    command,
    counted,
    messages,
    print_items,
    print_json,
    tables,
    url_option,
)
from scuffle.cli.config import client
from scuffle.cli.group import LazyGroup
from scuffle.client import Client


@click.group(
    "leagues",
    cls=LazyGroup,
    examples="""scuffle leagues list
    scuffle leagues join ABCD-EFGH --bot my_bot""",
    lazy={
        "list": ("scuffle.cli.leagues:list_", "Yours, then those that everybody may see."),
        "show": ("scuffle.cli.leagues:show", "When it closes, and who plays for you."),
        "join": ("scuffle.cli.leagues:join", "Become a member by a code."),
        "play": ("scuffle.cli.leagues:play", "Play there with a bot of yours."),
        "leave": ("scuffle.cli.leagues:leave", "End your membership."),
    },
)
def leagues() -> None:
    """Leagues of the site: ladders of a class or a club."""


@command("list", "scuffle leagues list")
@url_option
@as_json
def list_(url: str | None, as_json: bool) -> None:
    """List your leagues, then those that everybody may see."""
    rows = list(client(url).leagues())
    if as_json:
        print_items(rows)
        return
    table = Table(box=None, pad_edge=False)
    for title in ("league", "game", "name", "owner", "members", "closes"):
        table.add_column(title)
    for row in rows:
        numbers = (str(row["members"]), _time(row["closes"]))
        table.add_row(row["id"], row["game"], row["name"], row["owner"], *numbers)
    tables().print(table if rows else "Nothing found.")


@command("show", "scuffle leagues show k3v9q2m7x1ab")
@click.argument("league")
@url_option
@as_json
def show(league: str, url: str | None, as_json: bool) -> None:
    """Say when LEAGUE closes and which bot plays for you."""
    api = client(url)
    _tell(api, api.league(league), as_json)


@command(
    "join",
    """scuffle leagues join ABCD-EFGH
    scuffle leagues join ABCD-EFGH --bot my_bot""",
)
@click.argument("code")
@click.option("--bot", metavar="BOT", help="Play at once with this bot of yours.")
@url_option
@as_json
def join(code: str, bot: str | None, url: str | None, as_json: bool) -> None:
    """Become a member by CODE; the league's owner may then read your bot's logs and sources."""
    api = client(url, signed_in=True)
    if bot and not any(bot in (one["id"], one["name"]) for one in api.items("bots", mine="true")):
        raise click.UsageError(f"You have no bot {bot!r}, so you did not join; see: scuffle bots")
    found = api.join_league(code)
    if bot:
        found = api.play_in_league(found["id"], bot)
    _tell(api, found, as_json)


@command(
    "play",
    """scuffle leagues play k3v9q2m7x1ab my_bot
    scuffle leagues play k3v9q2m7x1ab""",
)
@click.argument("league")
@click.argument("bot", required=False)
@url_option
@as_json
def play(league: str, bot: str | None, url: str | None, as_json: bool) -> None:
    """Play in LEAGUE with BOT, in place of the one before; without BOT, with none."""
    api = client(url, signed_in=True)
    _tell(api, api.play_in_league(league, bot), as_json)


@command("leave", "scuffle leagues leave k3v9q2m7x1ab")
@click.argument("league")
@url_option
@as_json
def leave(league: str, url: str | None, as_json: bool) -> None:
    """End your membership of LEAGUE; what was played counts."""
    found = client(url, signed_in=True).leave_league(league)
    if as_json:
        print_json(found)
    else:
        messages().print(f"You are no longer a member of {found['name']}.", markup=False)


def _tell(api: Client, found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    click.echo(f"{found['name']}, {found['game']}, of {found['owner']}")
    click.echo(f"{counted(found['members'], 'member')}, closes {_time(found['closes'])}")
    if found["bot"]:
        name = api.get(f"bots/{found['bot']}")["name"]
        click.echo(f"The bot {name} plays for you.")
    click.echo(f"{api.url}/leagues/{found['id']}")


def _time(text: str) -> str:
    return f"{text[:16].replace('T', ' ')} UTC"
