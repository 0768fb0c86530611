"""``scuffle logs``: what one's own bot was asked, answered and wrote."""

import json
from typing import Any
from urllib.parse import quote

import click

from scuffle.cli.command import as_json, command, counted, url_option
from scuffle.cli.config import client
from scuffle.cli.exits import Exit, Failure
from scuffle.client import Client
from scuffle.match_log import left_out
from scuffle.wire import visible


@command(
    "logs",
    """scuffle logs k3v9q2m7x1ab
    scuffle logs k3v9q2m7x1ab --request 12""",
)
@click.argument("match_id", metavar="MATCH")
@click.option("--request", "number", type=click.IntRange(0), help="Only this request; 0 is start.")
@click.option("--seat", type=click.IntRange(0), help="Which seat, if both bots are yours.")
@url_option
@as_json
def logs(
    match_id: str, number: int | None, seat: int | None, url: str | None, as_json: bool
) -> None:
    """Read your own bot's log of a match, request by request."""
    log = _log(client(url, signed_in=True), match_id, seat)
    entries = [entry for entry in log if number in (None, entry["request"])]
    if not entries and number is not None:
        raise Failure(f"the log of match {match_id} has no request {number}")
    if not as_json:
        click.echo(_totals(log))
    for entry in entries:
        click.echo(json.dumps(entry) if as_json else _log_text(entry))


def _log(api: Client, match_id: str, seat: int | None) -> list[dict[str, Any]]:
    """The entries of the asked seat, or of the first that this account may read."""
    if seat is None:
        own = api.get(f"matches/{quote(match_id, safe='')}")["logs"]
        if not own:
            raise Failure(
                f"match {match_id} has no log for you: none of your bots played in it, or its "
                "logs are no longer kept",
                Exit.NOT_ALLOWED,
            )
        seat = own[0]
    lines = api.text(f"matches/{quote(match_id, safe='')}/log", seat=seat).split("\n")
    return [json.loads(line) for line in lines if line]


def _totals(log: list[dict[str, Any]]) -> str:
    """The whole log in one line, whichever part of it follows."""
    texts = [entry["stderr"] for entry in log]
    size = len("".join(texts).encode(errors="replace"))
    cut = left_out(texts)
    told = f"about {cut:,} more were left out where it says so" if cut else "nothing was left out"
    return f"{counted(len(log), 'request')}, {size:,} bytes written; {told}."


def _log_text(entry: dict[str, Any]) -> str:
    head = f"— request {entry['request']}: {entry['cpu_us'] / 1000:.1f} ms CPU, "
    head += f"{entry['wall_us'] / 1000:.1f} ms wall, {entry['bank_ms']:.0f} ms in the bank"
    if lost_us := entry.get("lost_us"):
        head += f"; the host was busy for {lost_us / 1000:.1f} ms, which do not count"
    lines = [head, f"→ {entry['sent']}", f"← {entry['received']}", entry["stderr"].rstrip()]
    return visible("\n".join(line for line in lines if line), but="\n\t")
