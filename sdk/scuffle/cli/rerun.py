"""``scuffle rerun``: play a recorded match again and compare."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from scuffle.cli.command import as_json, command, messages, print_json, sandbox_option, url_option
from scuffle.cli.completing import bots as known_bots
from scuffle.cli.config import client
from scuffle.cli.exits import Exit
from scuffle.client import Client, NotAllowed

if TYPE_CHECKING:
    from scuffle.entrants import Entrant, Stable
    from scuffle.replay import Replay
    from scuffle.rerun import Departure


@command(
    "rerun",
    """scuffle rerun match.json my_bot.py
    scuffle rerun k3v9q2m7x1ab newer.py
    scuffle rerun match.json - my_bot.py""",
)
@click.argument("match", metavar="FILE|MATCH", shell_complete=known_bots)
@click.argument("bots", nargs=-1, shell_complete=known_bots)
@sandbox_option
@url_option
@as_json
def rerun(match: str, bots: tuple[str, ...], sandbox: str, url: str | None, as_json: bool) -> None:
    """Play a recorded match again: identical, or where BOTS answer otherwise.

    A seat whose bot is not given (or given as -) answers from the record. One bot that is called
    otherwise than those of the match takes your seat, or the only one that no house bot had.
    """
    from scuffle.backends import choose
    from scuffle.entrants import Stable
    from scuffle.rerun import rerun as departure_of
    from scuffle.rerun import seat_at_hand

    replay = _load(match, url)
    with Stable(replay.game, choose(sandbox)) as stable:
        at_hand = seat_at_hand(
            replay, _entrants(stable, bots), lambda: _own_seats(match, url, replay)
        )
        _say_who_sits_where(replay, at_hand)
        first = departure_of(replay, at_hand)
        again = departure_of(replay, at_hand) if first else None
    stable_answers = first == again
    if as_json:
        print_json(_summary(first, stable_answers))
    elif first is None:
        names = ", ".join(replay.players[seat].name for seat in sorted(at_hand))
        click.echo(f"identical: {names or 'every seat, from the record,'} answered as recorded")
    else:
        _tell(replay, first, stable_answers)
    if first:
        click.get_current_context().exit(Exit.FAILURE)


def _load(match: str, url: str | None) -> "Replay":
    from scuffle.replay import Replay

    if Path(match).exists():
        return Replay.load(match)
    if not match.isalnum():
        raise click.BadParameter(
            f"found no file {match!r}, wanted a saved replay or a match's id; "
            "scuffle matches lists them",
            param_hint="FILE|MATCH",
        )
    return Replay.from_bytes(client(url).text(f"matches/{match}/replay").encode())


def _entrants(stable: "Stable", bots: tuple[str, ...]) -> "list[Entrant | None]":
    return [None if bot == "-" else stable.entrants([bot])[0] for bot in bots]


def _own_seats(match: str, url: str | None, replay: "Replay") -> list[int]:
    """Where a bot of this account sat, else where no house bot did."""
    from scuffle.rerun import seats_of_no_house_bot

    own = [] if Path(match).exists() else _of_this_account(client(url), match)
    return own if len(own) == 1 else seats_of_no_house_bot(replay)


def _of_this_account(api: Client, match: str) -> list[int]:
    try:
        mine = {one["id"] for one in api.items("bots", mine="true")}
    except NotAllowed:
        return []
    return [seat["player"] for seat in api.match(match)["seats"] if seat["bot"] in mine]


def _say_who_sits_where(replay: "Replay", at_hand: "dict[int, Entrant]") -> None:
    """Name each seat that a bot of another name takes."""
    for seat, one in at_hand.items():
        if one.name != (name := replay.players[seat].name):
            messages().print(f"{one.name} plays for {name}, on seat {seat}.", markup=False)


def _tell(replay: "Replay", departure: "Departure", stable_answers: bool) -> None:
    name = replay.players[departure.player].name
    click.echo(f"differs at request {departure.request} of {name}")
    click.echo(f"  recorded: {departure.recorded}")
    click.echo(f"  now:      {departure.found}")
    if not stable_answers:
        messages().print("Two runs differed: your bot depends on time or unseeded randomness.")


def _summary(departure: "Departure | None", stable_answers: bool) -> dict[str, object]:
    if departure is None:
        return {"identical": True}
    return {
        "identical": False,
        "player": departure.player,
        "request": departure.request,
        "recorded": departure.recorded,
        "found": departure.found,
        "depends_on_time_or_randomness": not stable_answers,
    }
