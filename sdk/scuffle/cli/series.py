"""``scuffle series``: is one version better than another, played out on the site."""

from typing import Any

import click
from rich.table import Table

from scuffle.cli.command import (
    as_json,
    command,
    messages,
    print_items,
    print_json,
    settings_of,
    settings_option,
    tables,
    url_option,
)
from scuffle.cli.completing import game_argument
from scuffle.cli.config import client
from scuffle.cli.group import LazyGroup
from scuffle.client import Client

_ANSWERS = {
    "better": "better",
    "not-better": "not better",
    "undecided": "undecided",
    None: "not decided yet",
}

wait_option = click.option("--wait", is_flag=True, help="Watch until it has ended.")


@click.group(
    "series",
    cls=LazyGroup,
    examples="""scuffle series start virus-war my_bot@7 my_bot@6 --wait
    scuffle series list""",
    lazy={
        "start": ("scuffle.cli.series:start", "Ask whether one version is better."),
        "show": ("scuffle.cli.series:show", "How far a series has come; what it says."),
        "list": ("scuffle.cli.series:list_", "Your series, the newest first."),
        "stop": ("scuffle.cli.series:stop", "End one before it has an answer."),
    },
)
def series() -> None:
    """Is one version better than another? The site plays sets until it is sure."""


@command(
    "start",
    """scuffle series start virus-war my_bot@7 my_bot@6 --wait
    scuffle series start virus-war my_bot greedy --set size=8
    scuffle series start virus-roll-write my_bot@2 my_bot@1 --field greedy --field random""",
)
@game_argument
@click.argument("new")
@click.argument("old")
@click.option(
    "--field", multiple=True, metavar="BOT", help="Who else plays, for three or four; repeat it."
)
@settings_option
@wait_option
@url_option
@as_json
def start(
    game: str,
    new: str,
    old: str,
    field: tuple[str, ...],
    pairs: tuple[str, ...],
    wait: bool,
    url: str | None,
    as_json: bool,
) -> None:
    """Ask whether NEW, a bot of yours, is better than OLD; both may be bot@version."""
    api = client(url, signed_in=True)
    found = api.start_series(game, new, old, field=field, settings=settings_of(pairs) or None)
    _tell(api, _watch(api, found) if wait else found, as_json)


@command(
    "show",
    """scuffle series show k3v9q2m7x1ab
    scuffle series show k3v9q2m7x1ab --wait --json""",
)
@click.argument("series_id", metavar="SERIES")
@wait_option
@url_option
@as_json
def show(series_id: str, wait: bool, url: str | None, as_json: bool) -> None:
    """Say how far a series has come."""
    api = client(url)
    found = api.series(series_id)
    _tell(api, _watch(api, found) if wait else found, as_json)


@command("list", "scuffle series list")
@url_option
@as_json
def list_(url: str | None, as_json: bool) -> None:
    """List your series, the newest first."""
    rows = list(client(url, signed_in=True).items("series", mine="true"))
    if as_json:
        print_items(rows)
        return
    table = Table(box=None, pad_edge=False)
    for title in ("series", "game", "new", "old", "sets", "answer"):
        table.add_column(title)
    for row in rows:
        sides = (_side(row["new"]), _side(row["old"]))
        table.add_row(row["id"], row["game"], *sides, str(row["sets"]), _ANSWERS[row["answer"]])
    tables().print(table if rows else "Nothing found.")


@command("stop", "scuffle series stop k3v9q2m7x1ab")
@click.argument("series_id", metavar="SERIES")
@url_option
@as_json
def stop(series_id: str, url: str | None, as_json: bool) -> None:
    """End a series before it has an answer; what was played stays."""
    api = client(url, signed_in=True)
    _tell(api, api.stop_series(series_id), as_json)


def _watch(api: Client, found: dict[str, Any]) -> dict[str, Any]:
    """The series once it has ended."""
    with messages().status("Playing…") as status:
        return api.wait_series(
            found["id"], lambda now: status.update(f"{now['sets']} sets: {_gain(now)}")
        )


def _tell(api: Client, found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    click.echo(f"{_side(found['new'])} against {_side(found['old'])}: {_ANSWERS[found['answer']]}")
    if found["sets"]:
        click.echo(f"{found['sets']} sets: {_gain(found)}")
    if found["sentence"]:
        click.echo(found["sentence"])
    click.echo(f"{api.url}/series/{found['id']}")


def _gain(found: dict[str, Any]) -> str:
    low, high = found["interval"]
    return f"{found['gain']:+.3f} points a match, 95 % interval {low:+.3f} to {high:+.3f}"


def _side(side: dict[str, Any]) -> str:
    return f"{side['name']}@{side['version']}"
