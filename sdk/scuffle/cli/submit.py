"""``scuffle submit``: a new version of a bot, uploaded."""

from pathlib import Path
from typing import Any

import click

from scuffle.cli.check import door_refused, packed_words
from scuffle.cli.command import as_json, command, messages, print_json, url_option
from scuffle.cli.config import client, look_up, naming
from scuffle.cli.exits import Exit
from scuffle.client import Client, UploadRefused


@command(
    "submit",
    """scuffle submit my_bot.py --bot my_bot --game virus-war --wait
    scuffle submit my_bot/ --note "looks two turns ahead\"""",
)
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option("--bot", metavar="NAME", help="Your bot on the site; scuffle.toml may name it.")
@click.option("--game", metavar="GAME", help="Needed when the bot is new.")
@click.option("--note", default="", metavar="TEXT", help="A note on this version.")
@click.option("--wait", is_flag=True, help="Wait for the check; code 4 if it fails.")
@url_option
@as_json
def submit(
    path: Path,
    bot: str | None,
    game: str | None,
    note: str,
    wait: bool,
    url: str | None,
    as_json: bool,
) -> None:
    """Upload the file, folder or zip PATH as the newest version of your bot."""
    from scuffle.door import Refused, open_path

    folder = path if path.is_dir() else path.parent
    named = look_up("bot", bot, path.resolve().stem, folder)
    played = look_up("game", game, folder=folder)
    name = named.value
    try:
        upload = open_path(path)
        api = client(url, signed_in=True)
        packed = (f"{name}.tar", upload.archive) if path.is_dir() else path
        with naming(named, played):
            version = _sent(api, name, played.value, packed, note)
    except (Refused, UploadRefused) as refused:
        if isinstance(refused, UploadRefused):
            messages().print(refused.hint, markup=False)
        door_refused(refused.sentence, as_json)
        return
    where = f"{api.url}/bots/{version['bot']}/versions/{version['number']}"
    if not as_json:
        click.echo(f"1. door: passed. {packed_words(upload)}")
        click.echo(f"{name} version {version['number']}: {version['status']} · {where}")
    if wait:
        with messages().status("Checking…"):
            version = api.wait_version(version["bot"], version["number"])
    if as_json:
        print_json(version)
    elif wait:
        _tell(name, version)
    if version["status"] == "rejected":
        click.get_current_context().exit(Exit.CHECK_FAILED)


def _sent(
    api: Client, name: str, game: str, packed: Path | tuple[str, bytes], note: str
) -> dict[str, Any]:
    """The new version of this account's bot ``name``, which is made if need be."""
    if found := _bot(api, name, game):
        return api.submit(found, packed, note)
    version = api.submit_first(name, game, packed, note)
    messages().print(f"Made the bot {name} for {game}.", markup=False)
    return version


def _bot(api: Client, name: str, game: str) -> str | None:
    """The id of this account's bot ``name``; ``None`` if there is none and one can be made.

    Names are unique within a game only.
    """
    found = [
        one
        for one in api.items("bots", mine="true")
        if name == one["id"] or (name == one["name"] and game in ("", one["game"]))
    ]
    if len(found) > 1:
        games = " and ".join(one["game"] for one in found)
        raise click.UsageError(f"You have a bot {name!r} for {games}; say --game GAME.")
    if not found and not game:
        raise click.UsageError(f"You have no bot {name!r} yet; say --game GAME to make it.")
    return str(found[0]["id"]) if found else None


def _tell(name: str, version: dict[str, Any]) -> None:
    for number, step in enumerate(version.get("steps") or [], start=2):
        word = "passed" if step["passed"] else "failed"
        click.echo(f"{number}. {step['name']}: {word}. {step['sentence']}")
    click.echo(f"{name} version {version['number']}: {version['status']}")
