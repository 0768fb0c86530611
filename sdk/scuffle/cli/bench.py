"""``scuffle bench``: which bot is better."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from platformdirs import user_cache_path
from rich.live import Live
from rich.table import Table

from scuffle.cli.command import (
    as_json,
    command,
    messages,
    print_json,
    sandbox_option,
    settings_of,
    settings_option,
    tables,
)
from scuffle.cli.exits import Exit, Failure

if TYPE_CHECKING:
    from scuffle.bench import Bench, PlayOne, Result, SetResult
    from scuffle.bench_stats import Estimate
    from scuffle.entrants import Entrant


@command(
    "bench",
    """scuffle bench virus-war my_bot.py greedy -n 50
    scuffle bench virus-war old.py new.py -n 200 -j 4 --sprt 0,20
    scuffle bench virus-war my_bot.py greedy random -n 30 --resume --json""",
)
@click.argument("game")
@click.argument("bots", nargs=-1, required=True)
@click.option(
    "-n", "sets", default=20, show_default=True, type=click.IntRange(1), help="Sets a pairing."
)
@click.option(
    "-j", "jobs", default=1, show_default=True, type=click.IntRange(1), help="Sets at a time."
)
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same result.")
@settings_option
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop as soon as one of both is shown.")
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
    resume: bool,
    plain: bool,
    sandbox: str,
    as_json: bool,
) -> None:
    """Play many sets of GAME between BOTS and say who is better, with a 95 % interval.

    A set is one seed with every bot on every seat. The first set of a pairing starts from the
    bare start, later ones with two drawn opening turns in games that have them. Ctrl-C keeps
    what is done; --resume goes on.
    """
    from scuffle.backends import choose
    from scuffle.bench import open_bench, plan, run_sets
    from scuffle.entrants import Stable
    from scuffle.registry import game as game_class

    kind, settings = game_class(game), settings_of(pairs)
    bounds = _bounds(sprt)
    with Stable(game, choose(sandbox)) as stable:
        entrants = stable.entrants(bots)
        plans = plan(kind, len(bots), sets, seed, settings)
        found = open_bench(
            [one.name for one in entrants],
            _file(game, seed, settings, entrants, bots),
            resume=resume,
        )
        done = {(one.bots, one.index) for one in found.results}
        left = [one for one in plans if (one.bots, one.index) not in done]
        stopped = ""
        with _watching(found, len(plans), plain or as_json) as draw:

            def keep(result: "SetResult") -> bool:
                found.keep(result)
                draw()
                return not (bounds and found.decided(*bounds))

            try:
                run_sets(left, _player(game, entrants), jobs, keep)
            except KeyboardInterrupt:
                stopped = "interrupted"
    twins = _twins(entrants)
    print_json(_summary(game, seed, found, bounds, twins)) if as_json else _tell(
        found, twins, bounds
    )
    if stopped:
        messages().print("Interrupted; what is done is kept, go on with --resume.")
        click.get_current_context().exit(Exit.INTERRUPTED)


def _bounds(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise click.BadParameter(
            f"found {text!r}, wanted as in 0,20", param_hint="--sprt"
        ) from None
    if low >= high:
        raise click.BadParameter("the first must be smaller than the second", param_hint="--sprt")
    return low, high


def _player(game: str, entrants: Sequence["Entrant"]) -> "PlayOne":
    from scuffle.limits import Limits
    from scuffle.playing import play_entrants
    from scuffle.registry import make

    def play_one(seating: Sequence[int], seed: str, settings: dict[str, Any]) -> "Result":
        seats = [entrants[bot] for bot in seating]
        played = play_entrants(make(game, settings), seats, seed, Limits())
        if played.record.outcome is None:
            told = " ".join(seat.detail for seat in played.record.seats)
            raise Failure(f"no bot of the match could be started: {told}")
        return played.record.outcome, played.record.verdicts

    return play_one


def _file(
    game: str,
    seed: str,
    settings: dict[str, Any],
    entrants: Sequence["Entrant"],
    bots: Sequence[str],
) -> Path:
    """Where the sets of this very bench are kept."""
    programs = [one.hash or bot for one, bot in zip(entrants, bots, strict=True)]
    key = json.dumps([game, seed, settings, programs], sort_keys=True)
    name = sha256(key.encode()).hexdigest()[:16]
    return user_cache_path("scuffle", appauthor=False) / "bench" / f"{name}.jsonl"


def _twins(entrants: Sequence["Entrant"]) -> set[tuple[int, int]]:
    """Pairs that are one and the same program, of which none can be better."""
    known = list(enumerate(entrants))
    return {
        (first, second)
        for first, one in known
        for second, other in known[first + 1 :]
        if one.hash is not None and one.hash == other.hash
    }


def _word(estimate: "Estimate", is_twin: bool) -> str:
    return "the same program" if is_twin else estimate.word


@contextmanager
def _watching(found: "Bench", total: int, plain: bool) -> Iterator[Callable[[], None]]:
    """A live table on a terminal, else nothing."""
    console = messages()
    if plain or not console.is_terminal:
        yield lambda: None
        return
    with Live(_table(found, set(), total), console=console, transient=True) as live:
        yield lambda: live.update(_table(found, set(), total))


def _table(found: "Bench", twins: set[tuple[int, int]], total: int | None = None) -> Table:
    progress = f"{len(found.results)} of {total} sets" if total else None
    table = Table(box=None, pad_edge=False, title=progress, title_justify="left")
    for title in ("bot", "against", "sets", "score", "95 % interval", "Elo", ""):
        table.add_column(title)
    for first, second in found.pairs():
        estimate = found.estimate(first, second)
        table.add_row(
            found.names[first],
            found.names[second],
            str(estimate.sets),
            f"{estimate.score:.1%}",
            f"{estimate.low:.1%} - {estimate.high:.1%}",
            _elo(estimate),
            _word(estimate, (first, second) in twins),
        )
    return table


def _elo(estimate: "Estimate") -> str:
    from scuffle.bench_stats import elo

    low, high = f"{elo(estimate.low):+.0f}", f"{elo(estimate.high):+.0f}"
    if estimate.score in (0, 1):
        return f"below {high}" if estimate.score == 0 else f"above {low}"
    return f"{elo(estimate.score):+.0f} ({low} to {high})"


def _tell(found: "Bench", twins: set[tuple[int, int]], bounds: tuple[float, float] | None) -> None:
    tables().print(_table(found, twins))
    faults = _faults(found)
    for name, words in faults.items():
        click.echo(f"{name} failed: {', '.join(f'{word} {n}×' for word, n in words.items())}")
    if found.results:
        seats = ", ".join(f"{share:.0%}" for share in found.seat_points())
        click.echo(f"Points by seat: {seats}")
    for pair, word in _sprt_words(found, bounds).items():
        click.echo(f"SPRT {found.names[pair[0]]} against {found.names[pair[1]]}: {word}")


def _sprt_words(found: "Bench", bounds: tuple[float, float] | None) -> dict[tuple[int, int], str]:
    from scuffle.bench_stats import sprt

    if bounds is None:
        return {}
    low, high = bounds
    words = {"H1": f"at least {high:g} Elo", "H0": f"at most {low:g} Elo", None: "undecided"}
    return {pair: words[sprt(found.scores(*pair), low, high)] for pair in found.pairs()}


def _faults(found: "Bench") -> dict[str, dict[str, int]]:
    """By bot's name, how often each verdict other than ok was given."""
    counts: dict[str, dict[str, int]] = {}
    for one in found.results:
        for bot, words in zip(one.bots, one.faults, strict=True):
            for word in words:
                own = counts.setdefault(found.names[bot], {})
                own[word] = own.get(word, 0) + 1
    return counts


def _summary(
    game: str,
    seed: str,
    found: "Bench",
    bounds: tuple[float, float] | None,
    twins: set[tuple[int, int]],
) -> dict[str, Any]:
    sprt = _sprt_words(found, bounds)
    rows = []
    for pair in found.pairs():
        estimate = found.estimate(*pair)
        row = {
            "bot": found.names[pair[0]],
            "against": found.names[pair[1]],
            "sets": estimate.sets,
            "score": round(estimate.score, 6),
            "interval": [round(estimate.low, 6), round(estimate.high, 6)],
            "word": _word(estimate, pair in twins),
        }
        rows.append(row | ({"sprt": sprt[pair]} if pair in sprt else {}))
    return {
        "game": game,
        "seed": seed,
        "pairs": rows,
        "seat_points": [round(share, 6) for share in found.seat_points()] if found.results else [],
        "faults": _faults(found),
    }
