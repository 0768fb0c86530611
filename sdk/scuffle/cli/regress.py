"""``scuffle regress``: the loss lab."""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.progress import track

from scuffle.cli.command import (
    COUNT,
    as_json,
    command,
    messages,
    print_json,
    sandbox_option,
    url_option,
)
from scuffle.cli.completing import bots as known_bots
from scuffle.cli.config import client, setting
from scuffle.cli.exits import Failure

if TYPE_CHECKING:
    from scuffle.client import Client
    from scuffle.regress import Case
    from scuffle.rerun import Departure

Found = list[tuple["Case", list["Departure"]]]

_SHOWN = 3
"""How many differing requests of one match are printed; --json has all."""


@command(
    "regress",
    """scuffle regress my_bot.py --losses 50
    scuffle regress my_bot.py replays/ --bot my_bot
    scuffle regress my_bot/ --bot my_bot --game virus-war --json""",
)
@click.argument("bot", metavar="BOT", shell_complete=known_bots)
@click.argument("records", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--losses", default=50, show_default=True, type=COUNT, help="How many.")
@click.option("--bot", "name", metavar="NAME", help="Whose losses; scuffle.toml may name it.")
@click.option("--game", metavar="GAME", help="The bot's game, if there are two of that name.")
@sandbox_option
@url_option
@as_json
def regress(
    bot: str,
    records: tuple[Path, ...],
    losses: int,
    name: str | None,
    game: str | None,
    sandbox: str,
    url: str | None,
    as_json: bool,
) -> None:
    """Ask BOT every request of its last lost matches; list where it now answers otherwise.

    The matches are your bot's on the site, or those in RECORDS: replays and folders of them.
    """
    folder = Path(bot) if Path(bot).is_dir() else Path(bot).parent
    known = setting("bot", name, Path(os.path.abspath(bot)).stem, folder)
    cases: Iterator[Case]
    if records:
        cases = _local(records, known)
    else:
        api = client(url, signed_in=True)
        cases = _losses(api, known, setting("game", game, folder=folder))
    wanted = list(islice(cases, losses))
    if not wanted:
        raise Failure(f"found no lost match of {known!r}; --bot names another bot")
    found = _ask(bot, wanted, sandbox, as_json)
    if as_json:
        print_json(_summary(found))
    else:
        _tell(found, None if records else client(url).url)


def _ask(bot: str, cases: "list[Case]", sandbox: str, plain: bool) -> Found:
    """Every case, asked; those of another game than the first are left out."""
    from scuffle.backends import choose
    from scuffle.entrants import Stable
    from scuffle.regress import ask_again

    game = cases[0].replay.game
    same = [case for case in cases if case.replay.game == game]
    if len(same) < len(cases):
        messages().print(f"{len(cases) - len(same)} matches of other games are left out.")
    console = messages()
    bar = not plain and console.is_terminal
    with Stable(game, choose(sandbox)) as stable:
        (entrant,) = stable.entrants([bot])
        shown = track(same, "asking", console=console, transient=True) if bar else same
        return [(case, ask_again(case, entrant)) for case in shown]


def _local(records: tuple[Path, ...], name: str) -> "Iterator[Case]":
    from scuffle.regress import Case, lost_seats
    from scuffle.replay import Replay

    for file in _files(records):
        replay = Replay.load(file)
        for seat in lost_seats(replay, name) if replay.seed else []:
            yield Case(str(file), replay, seat)


def _files(records: tuple[Path, ...]) -> Iterator[Path]:
    for path in records:
        yield from sorted(path.rglob("*.json")) if path.is_dir() else [path]


def _losses(api: "Client", name: str, game: str) -> "Iterator[Case]":
    """The lost matches of the site, the newest first; those still without a seed are left out."""
    from scuffle.regress import Case, lost_by
    from scuffle.replay import Replay

    narrowed = {"bot": name, "game": game or None, "outcome": "loss", "status": "finished"}
    for row in api.items("matches", mine="true", **narrowed):
        seats = [seat["player"] for seat in row["seats"] if name in (seat["bot"], seat["name"])]
        if row["seed"] and seats:
            replay = Replay.from_bytes(api.text(f"matches/{row['id']}/replay").encode())
            yield from (Case(row["id"], replay, seat) for seat in seats if lost_by(replay, seat))


def _tell(found: Found, url: str | None) -> None:
    for case, departures in found:
        if not departures:
            continue
        others = ", ".join(_opponents(case))
        lost = f"lost to {others}, from seat {case.seat}"
        click.echo(f"{case.name} ({lost}): {len(departures)} answered otherwise")
        for one in departures[:_SHOWN]:
            step = case.step_of(one.request)
            click.echo(f"  request {one.request}, step {step}: {one.recorded} → {one.found}")
        if url:
            step = case.step_of(departures[0].request)
            click.echo(f"  {url}/matches/{case.name}#step={step}")
    requests = sum(len(case.requests) for case, _ in found)
    changed = len({case.name for case, departures in found if departures})
    total = sum(len(departures) for _, departures in found)
    click.echo(
        f"{_matches(found)} lost matches, {requests:,} requests: {total:,} answered otherwise, in "
        f"{changed} matches"
    )


def _opponents(case: "Case") -> list[str]:
    players = enumerate(case.replay.players)
    return [one.name for seat, one in players if seat != case.seat]


def _matches(found: Found) -> int:
    """How many; a bot that met itself may have lost one on several seats."""
    return len({case.name for case, _ in found})


def _summary(found: Found) -> dict[str, Any]:
    return {
        "matches": _matches(found),
        "requests": sum(len(case.requests) for case, _ in found),
        "differ": [
            {
                "match": case.name,
                "seat": case.seat,
                "request": one.request,
                "step": case.step_of(one.request),
                "recorded": one.recorded,
                "found": one.found,
            }
            for case, departures in found
            for one in departures
        ],
    }
