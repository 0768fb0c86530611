"""``scuffle play``: one match on this machine."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scuffle.cli.command import (
    as_json,
    command,
    messages,
    print_json,
    sandbox_option,
    seed_option,
    settings_of,
    settings_option,
    writable,
)
from scuffle.cli.completing import bots_argument, game_argument
from scuffle.cli.exits import Exit
from scuffle.wire import visible

if TYPE_CHECKING:
    from scuffle.contract import Game
    from scuffle.jobs import RequestLog, StepRecord
    from scuffle.playing import Played

_MOST_SHOWN = 2000
"""Characters of a request that are shown."""


@command(
    "play",
    """scuffle play virus-war my_bot.py greedy --seed 1 --show
    scuffle play virus-war my_bot.py greedy --replay match.json
    scuffle play virus-war-fog my_bot/ "./other --fast" --set size=8
    scuffle play virus-war my_bot.zip random --sandbox bubblewrap --strict""",
)
@game_argument
@bots_argument
@seed_option("Decides all that is random.", 128)
@settings_option
@click.option("--show", is_flag=True, help="Draw the board after every step.")
@click.option(
    "--replay",
    "file",
    type=click.Path(path_type=Path),
    callback=writable,
    help="Save the replay in this file.",
)
@sandbox_option
@click.option("--strict", is_flag=True, help="End with code 3 if a bot fails.")
@as_json
def play(
    game: str,
    bots: tuple[str, ...],
    seed: str,
    pairs: tuple[str, ...],
    show: bool,
    file: Path | None,
    sandbox: str,
    strict: bool,
    as_json: bool,
) -> None:
    """Play one match of GAME; BOTS take the seats in order.

    A bot is a file, a folder, a zip, a house bot's name, or, quoted, any command line.
    """
    from scuffle.backends import choose
    from scuffle.entrants import Stable
    from scuffle.limits import Limits
    from scuffle.playing import play_entrants
    from scuffle.registry import make

    made = make(game, settings_of(pairs))
    with Stable(game, choose(sandbox)) as stable:
        entrants = stable.entrants(bots)
        draw = _drawer(made, len(bots)) if show else None
        played = play_entrants(made, entrants, seed, Limits(), draw)
    if file:
        played.replay.dump(file)
    if as_json:
        print_json(_summary(played, file))
    else:
        _tell(played, file)
    if strict and any(one.verdict != "ok" for one in played.replay.verdicts):
        click.get_current_context().exit(Exit.BOT_FAILED)


def _drawer(game: "Game[Any]", num_players: int) -> "Callable[[StepRecord], None]":
    """Says every step on stderr as it is taken, and draws it unless chance goes on."""
    from scuffle.contract import CHANCE
    from scuffle.registry import text_renderer

    text = text_renderer(game.id)
    state = game.setup(num_players)
    click.echo(text.render(game.view(state, None)) + "\n", err=True)

    def draw(step: "StepRecord") -> None:
        nonlocal state
        before = game.view(state, None)
        state = game.apply(state, step.player, step.action)
        after = game.view(state, None)
        click.echo(text.sentence(step.player, step.action, before, after), err=True)
        if not step.player == game.to_act(state) == CHANCE:
            click.echo(text.render(after) + "\n", err=True)

    return draw


def _summary(played: "Played", file: Path | None) -> dict[str, Any]:
    replay = played.replay
    return {
        "game": replay.game,
        "seed": replay.seed,
        "players": [player.name for player in replay.players],
        "outcome": replay.outcome,
        "verdicts": [verdict.model_dump(mode="json") for verdict in replay.verdicts],
        "steps": len(replay.steps),
        "replay": str(file) if file else None,
    }


def _asked(entry: "RequestLog") -> str:
    """What a failed bot was answering, as it saw it."""
    sent = entry.sent if len(entry.sent) <= _MOST_SHOWN else f"{entry.sent[:_MOST_SHOWN]}…"
    return f"It was answering request {entry.request}: {sent}"


def _tell(played: "Played", file: Path | None) -> None:
    replay, console = played.replay, messages()
    reason = replay.outcome["reason"] if replay.outcome else "every bot failed to start"
    click.echo(f"{len(replay.steps)} steps, {reason}")
    for player, one in enumerate(replay.players):
        place = f"place {replay.outcome['places'][player]}" if replay.outcome else "unranked"
        score = f"score {replay.outcome['scores'][player]:g}" if replay.outcome else ""
        verdict = replay.verdicts[player].verdict
        words = [place, score, "" if verdict == "ok" else str(verdict)]
        click.echo(f"  {player} {one.name}: {', '.join(word for word in words if word)}")
    for player, seat in enumerate(played.record.seats):
        if seat.detail:
            name = replay.players[player].name
            console.print(f"{name}: {seat.detail}", markup=False)
            if seat.log:
                console.print(_asked(seat.log[-1]), markup=False)
            log = "".join(entry.stderr for entry in seat.log).rstrip()
            if log:
                last = visible(log, but="\n\t").split("\n")[-12:]
                console.print("\n".join(f"  {line}" for line in last), markup=False)
    if file:
        console.print(f"Saved {file}; watch it with: scuffle view {file}", markup=False)
