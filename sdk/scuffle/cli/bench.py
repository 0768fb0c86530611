"""``scuffle bench``: which bot is better."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from platformdirs import user_cache_path
from rich.live import Live

from scuffle.cli.command import (
    COUNT,
    as_json,
    command,
    messages,
    print_json,
    sandbox_option,
    seed_option,
    settings_of,
    settings_option,
)
from scuffle.cli.completing import bots_argument, game_argument
from scuffle.cli.exits import Exit

if TYPE_CHECKING:
    from scuffle.bench import SetPlan
    from scuffle.bench_kept import Bench, SetResult
    from scuffle.bench_workers import Roster
    from scuffle.entrants import Entrant

Bounds = tuple[float, float]

_FORMAT = 2
"""Of the kept files; those of another one are not looked for."""

_MOST_ELO = 800

_AHEAD = 3
"""How many sets a process may be ahead of the table, so that a long one stops no other."""


@command(
    "bench",
    """scuffle bench virus-war my_bot.py greedy -n 50
    scuffle bench virus-war new.py old.py -n 200 -j 4 --sprt 0,20 --better
    scuffle bench virus-war my_bot.py greedy random -n 30 --resume --json""",
)
@game_argument
@bots_argument
@click.option("-n", "sets", default=20, show_default=True, type=COUNT, help="Sets a pairing.")
@click.option("-j", "jobs", default=1, show_default=True, type=COUNT, help="Sets at a time.")
@seed_option("The same seed gives the same result.", 100)
@settings_option
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop as soon as one of both is shown.")
@click.option("--better", is_flag=True, help="End with code 1 unless the first is shown better.")
@click.option("--resume", is_flag=True, help="Go on where the same bench was interrupted.")
@click.option("--plain", is_flag=True, help="No live table, also without a terminal.")
@sandbox_option
@as_json
def bench(
    game: str,
    bots: tuple[str, ...],
    sets: int,
    jobs: int,
    seed: str,
    pairs: tuple[str, ...],
    sprt: str | None,
    better: bool,
    resume: bool,
    plain: bool,
    sandbox: str,
    as_json: bool,
) -> None:
    """Play many sets of GAME between BOTS and say who is better, with a 95 % interval.

    A set is one seed with every bot on every seat. The first set of a pairing starts from the
    bare start, later ones with two drawn opening turns in games that have them. A set counts
    unless all its matches were played before, action by action. Ctrl-C keeps what is done;
    --resume goes on.
    """
    from scuffle.backends import choose
    from scuffle.bench import plan
    from scuffle.bench_kept import open_bench
    from scuffle.bench_workers import Roster
    from scuffle.cli.bench_words import summary, tell
    from scuffle.entrants import Stable
    from scuffle.registry import game as game_class

    settings, bounds = settings_of(pairs), _bounds(sprt)
    plans = plan(game_class(game), len(bots), sets, seed, settings)
    cage = choose(sandbox)
    with Stable(game, cage) as stable:
        entrants = stable.entrants(bots)
        file = _file(game, seed, settings, entrants, bots)
        names = [one.name for one in entrants]
        found = open_bench(names, file, resume=resume, twins=_twins(entrants))
        ask = _Question(bounds, sets)
        with _watching(found, len(plans), plain or as_json) as draw:
            is_whole = _play_left(found, plans, Roster.of(game, cage, entrants), jobs, draw, ask)
    if as_json:
        print_json(summary(game, seed, found, bounds, sets))
    else:
        tell(found, bounds, sets)
    if not is_whole:
        messages().print("Interrupted; what is done is kept, go on with --resume.")
        click.get_current_context().exit(Exit.INTERRUPTED)
    if better and not found.is_first_best(bounds, sets):
        click.get_current_context().exit(Exit.FAILURE)


@dataclass(frozen=True)
class _Question:
    """What the sequential test is asked, if it is, and after how many sets it gives up."""

    bounds: Bounds | None
    most: int


def _play_left(
    found: "Bench",
    plans: "Sequence[SetPlan]",
    roster: "Roster",
    jobs: int,
    draw: Callable[[], None],
    question: _Question,
) -> bool:
    """Play what is not done yet; false if interrupted."""
    from scuffle.bench import run_sets
    from scuffle.bench_workers import play_planned, workers

    done = {(one.bots, one.index) for one in found.results}

    def keep(result: "SetResult") -> None:
        found.keep(result)
        draw()

    def wanted(one: "SetPlan") -> bool:
        return found.wants(one.bots, question.bounds, question.most)

    left = [one for one in plans if (one.bots, one.index) not in done]
    try:
        with workers(roster, jobs) as pool:
            run_sets(left, play_planned, keep, wanted, pool, _AHEAD * jobs if jobs > 1 else 1)
    except KeyboardInterrupt:
        return False
    return True


def _bounds(text: str | None) -> Bounds | None:
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise click.BadParameter(
            f"found {text!r}, wanted as in 0,20", param_hint="--sprt"
        ) from None
    if not -_MOST_ELO <= low < high <= _MOST_ELO:
        raise click.BadParameter(
            f"found {text!r}, wanted two numbers of at most {_MOST_ELO}, the smaller first",
            param_hint="--sprt",
        )
    return low, high


def _file(
    game: str,
    seed: str,
    settings: dict[str, Any],
    entrants: Sequence["Entrant"],
    bots: Sequence[str],
) -> Path:
    """Where the sets of this very bench are kept."""
    programs = [one.hash or bot for one, bot in zip(entrants, bots, strict=True)]
    key = json.dumps([_FORMAT, game, seed, settings, programs], sort_keys=True)
    name = sha256(key.encode()).hexdigest()[:16]
    return user_cache_path("scuffle", appauthor=False) / "bench" / f"{name}.jsonl"


def _twins(entrants: Sequence["Entrant"]) -> frozenset[tuple[int, int]]:
    """Pairs that are one and the same program."""
    return frozenset(
        (first, second)
        for (first, one), (second, other) in combinations(enumerate(entrants), 2)
        if one.hash is not None and one.hash == other.hash
    )


@contextmanager
def _watching(found: "Bench", total: int, plain: bool) -> Iterator[Callable[[], None]]:
    """A live table on a terminal, else nothing."""
    from scuffle.cli.bench_words import table_of

    console = messages()
    if plain or not console.is_terminal:
        yield lambda: None
        return
    with Live(table_of(found, total), console=console, transient=True) as live:
        yield lambda: live.update(table_of(found, total))
