"""The commands that read the site: bots, matches, match, challenge, leaderboard."""

from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click
from rich.table import Table

from scuffle.cli.command import (
    COUNT,
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
from scuffle.cli.exits import Failure
from scuffle.cli.moments import moment
from scuffle.client import Client

Rows = list[dict[str, Any]]


@command(
    "bots",
    """scuffle bots
    scuffle bots my_bot --source active""",
)
@click.argument("bot", required=False)
@click.option("--game", metavar="GAME", help="Only of this game.")
@click.option(
    "--source",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Save each one's active version there, as it was uploaded.",
)
@url_option
@as_json
def bots(
    bot: str | None, game: str | None, folder: Path | None, url: str | None, as_json: bool
) -> None:
    """List your bots on the site, or BOT alone."""
    api = client(url, signed_in=True)
    mine = api.items("bots", mine="true", game=game)
    rows = [row for row in mine if bot in (None, row["name"], row["id"])]
    if folder:
        _save_sources(api, rows, folder)
    _show(rows, as_json, _BOT_COLUMNS)


@command(
    "matches",
    """scuffle matches --mine
    scuffle matches --game virus-war --verdict crash --limit 20
    scuffle matches --bot my_bot --outcome loss --limit 50 --download losses""",
)
@click.option("--game", metavar="GAME", help="Only of this game.")
@click.option("--bot", metavar="BOT", help="Only with this bot.")
@click.option("--verdict", metavar="WORD", help="Only where a seat has this verdict.")
@click.option("--outcome", metavar="WORD", help="win, draw or loss of --bot; or a reason.")
@click.option("--series", metavar="SERIES", help="Only of this series.")
@click.option("--tournament", metavar="TOURNAMENT", help="Only of this tournament.")
@click.option(
    "--since",
    metavar="TIME",
    type=moment,
    help="Only from this day or time on: 2026-11-29, 2026-11-29T14:00Z.",
)
@click.option("--mine", is_flag=True, help="Only with bots of mine.")
@click.option("--limit", default=20, show_default=True, help="How many.", type=COUNT)
@click.option(
    "--download",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Save replays, and logs of your own seats, there; what is there stays.",
)
@url_option
@as_json
def matches(
    limit: int,
    mine: bool,
    folder: Path | None,
    url: str | None,
    as_json: bool,
    **filters: str | None,
) -> None:
    """List matches on the site, the newest first."""
    api = client(url, signed_in=mine)
    found = api.items("matches", **filters, mine="true" if mine else None, limit=min(limit, 100))
    rows = list(islice(found, limit))
    if folder:
        from scuffle.cli.download import download

        download(api, rows, folder)
    _show(rows, as_json, _MATCH_COLUMNS)


@command(
    "match",
    """scuffle match k3v9q2m7x1ab
    scuffle match k3v9q2m7x1ab --replay match.json""",
)
@click.argument("match_id", metavar="MATCH")
@click.option(
    "--replay", "file", type=click.Path(path_type=Path), help="Save the replay in this file."
)
@url_option
@as_json
def match(match_id: str, file: Path | None, url: str | None, as_json: bool) -> None:
    """Show one match of the site."""
    api = client(url)
    found = api.get(f"matches/{quote(match_id, safe='')}")
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(api.text(f"matches/{quote(match_id, safe='')}/replay"), encoding="utf-8")
        messages().print(f"Saved the replay in {file}; watch it with: scuffle view {file}")
    if as_json:
        print_json(found)
    else:
        _show([found], False, _MATCH_COLUMNS)
        if found.get("waiting"):
            click.echo(_turn(found["waiting"]))
        click.echo(f"{api.url}/matches/{match_id}")


@command(
    "challenge",
    """scuffle challenge virus-war my_bot greedy
    scuffle challenge virus-war my_bot@3 my_bot@4 --set size=8""",
)
@game_argument
@click.argument("players", nargs=-1, required=True)
@settings_option
@click.option("--seed", help="The match's seed; drawn by the site if left out.")
@url_option
@as_json
def challenge(
    game: str,
    players: tuple[str, ...],
    pairs: tuple[str, ...],
    seed: str | None,
    url: str | None,
    as_json: bool,
) -> None:
    """Ask for an unranked match; PLAYERS are bots of the site, or bot@version."""
    api = client(url, signed_in=True)
    body = {"game": game, "settings": settings_of(pairs), "players": list(players)}
    found = api.post("matches", body | ({"seed": seed} if seed else {}))
    if as_json:
        print_json(found)
    else:
        click.echo(f"{found['status']}: {api.url}/matches/{found['id']}")


@command(
    "leaderboard",
    """scuffle leaderboard virus-war
    scuffle leaderboard virus-war-fog --json""",
)
@game_argument
@url_option
@as_json
def leaderboard(game: str, url: str | None, as_json: bool) -> None:
    """Who leads GAME on the site."""
    found = client(url).leaderboard(game)
    if as_json:
        print_json(found)
        return
    _show(found["items"], False, _LEADER_COLUMNS)
    if fit := found.get("as_of"):
        many = "match" if fit["matches"] == 1 else "matches"
        click.echo(f"Fit {fit['fit']}, {_time(fit['at'])}, over {fit['matches']} {many}.")


def _save_sources(api: Client, rows: Rows, folder: Path) -> None:
    active = [row for row in rows if row["active_version"]]
    if not active:
        raise Failure("found no bot of yours with an active version there")
    folder.mkdir(parents=True, exist_ok=True)
    for row in active:
        name, data = api.source(row["id"], row["active_version"])
        (folder / name).write_bytes(data)
        version = f"{row['name']} version {row['active_version']}"
        messages().print(f"Saved {version} as {folder / name}.", markup=False)


def _seats(row: dict[str, Any]) -> str:
    return " · ".join(_seat(seat) for seat in row.get("seats", []))


def _seat(seat: dict[str, Any]) -> str:
    place = f" {seat['place']}." if seat.get("place") else ""
    fault = seat.get("verdict")
    told = f" {fault}" if fault and fault != "ok" else ""
    return f"{seat.get('name') or seat['bot']}{place}{told}"


def _turn(waiting: dict[str, Any]) -> str:
    """Where a match stands that is not played yet."""
    place, soon = waiting["position"], waiting["expected_s"]
    if soon is None:
        return f"Number {place} of those that wait."
    span = f"{soon:.0f} s" if soon < 120 else f"{soon / 60:.0f} min"
    return f"Number {place} of those that wait; its turn may come in {span}."


def _time(text: str | None) -> str:
    """``2026-01-02 03:04 UTC`` for the API's RFC 3339 time."""
    return f"{text[:10]} {text[11:16]} UTC" if text else "–"


def _rating(row: dict[str, Any]) -> str:
    rating, plus_minus = row.get("rating"), row.get("plus_minus")
    if rating is None:
        return "–"
    return f"{rating:.0f}" + (f" ± {plus_minus:.0f}" if plus_minus is not None else "")


_BOT_COLUMNS = {
    "name": lambda row: row["name"],
    "game": lambda row: row["game"],
    "version": lambda row: str(row.get("active_version") or "–"),
    "rating": _rating,
    "id": lambda row: row["id"],
}
_MATCH_COLUMNS = {
    "match": lambda row: row["id"],
    "game": lambda row: row["game"],
    "kind": lambda row: str(row.get("kind", "")),
    "status": lambda row: row["status"],
    "seats": _seats,
    "finished": lambda row: _time(row.get("finished")),
}
_LEADER_COLUMNS = {
    "rank": lambda row: str(row["rank"]),
    "bot": lambda row: row["name"],
    "owner": lambda row: str(row.get("owner") or "house"),
    "version": lambda row: str(row["version"]),
    "rating": _rating,
    "games": lambda row: str(row["games"]),
    "won · drawn · lost": lambda row: f"{row['wins']} · {row['draws']} · {row['losses']}",
}


def _show(rows: Rows, as_json: bool, columns: dict[str, Any]) -> None:
    if as_json:
        print_items(rows)
        return
    table = Table(box=None, pad_edge=False)
    for title in columns:
        table.add_column(title)
    for row in rows:
        table.add_row(*(cell(row) for cell in columns.values()))
    tables().print(table if rows else "Nothing found.")
