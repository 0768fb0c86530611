"""``scuffle tournament``: many bots, everybody against everybody or by elimination."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

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
from scuffle.cli.exits import Exit, Failure

if TYPE_CHECKING:
    from scuffle.contract import Game
    from scuffle.entrants import Entrant
    from scuffle.local_tournament import Terms
    from scuffle.tournament import Kind


@command(
    "tournament",
    """scuffle tournament virus-war mine.py old.py greedy random -n 2
    scuffle tournament virus-war a.py b.py c.py d.py --kind elimination -j 4
    scuffle tournament virus-war mine.py greedy random --records cup --resume --json""",
)
@game_argument
@bots_argument
@click.option(
    "--kind",
    type=click.Choice(["round-robin", "elimination"]),
    default="round-robin",
    show_default=True,
    help="Everybody meets everybody, or the first of each table goes on.",
)
@click.option("--size", type=click.IntRange(2), help="Bots at a table; the fewest if left out.")
@click.option("-n", "sets", default=1, show_default=True, type=COUNT, help="Sets a table.")
@click.option("-j", "jobs", default=1, show_default=True, type=COUNT, help="Matches at a time.")
@seed_option("The same seed gives the same result.", 100)
@settings_option
@click.option(
    "--records",
    type=click.Path(file_okay=False, path_type=Path),
    default="tournament",
    show_default=True,
    help="The folder of the replays, one a match.",
)
@click.option("--resume", is_flag=True, help="Play only what is not recorded there yet.")
@click.option("--plain", is_flag=True, help="No progress bar, also without a terminal.")
@sandbox_option
@as_json
def tournament(
    game: str,
    bots: tuple[str, ...],
    pairs: tuple[str, ...],
    jobs: int,
    resume: bool,
    plain: bool,
    sandbox: str,
    as_json: bool,
    **given: Any,
) -> None:
    """Hold a tournament of GAME between BOTS, named from the strongest to the weakest.

    A set is one seed with every bot of the table on every seat. Each match is recorded as it
    ends, so a bot that hangs loses its own matches and nothing else; Ctrl-C keeps what is done.
    """
    from scuffle.backends import choose
    from scuffle.bench_workers import Roster, workers
    from scuffle.cli.tournament_words import summary, tell
    from scuffle.entrants import Stable
    from scuffle.local_tournament import LocalTournament
    from scuffle.registry import game as game_class

    kind = game_class(game)
    cage = choose(sandbox)
    with Stable(game, cage) as stable:
        entrants = stable.entrants(bots)
        terms = _terms(kind, entrants, settings_of(pairs), given)
        _open(terms, resume=resume)
        roster = Roster.of(game, cage, entrants)
        with (
            _progress(terms, plain or as_json) as told,
            _told_to_resume(),
            workers(roster, jobs) as pool,
        ):
            held = LocalTournament(terms, pool, jobs, lambda _: told())
            held.play()
    if as_json:
        print_json(summary(held, terms))
    else:
        tell(held, terms)


def _terms(
    game: "type[Game[Any]]",
    entrants: "Sequence[Entrant]",
    settings: dict[str, Any],
    given: dict[str, Any],
) -> "Terms":
    from scuffle.local_tournament import Terms
    from scuffle.registry import make
    from scuffle.tournament import Kind

    kind, size = Kind(given["kind"]), given["size"] or min(game.players)
    make(game.id, settings)
    _check(game, kind, size, len(entrants))
    players = [(one.name, one.hash) for one in entrants]
    return Terms(
        game, kind, size, given["sets"], given["seed"], settings, players, given["records"]
    )


def _check(game: "type[Game[Any]]", kind: "Kind", size: int, entrants: int) -> None:
    from scuffle.tournament import names_no_table

    if entrants < size:
        raise click.UsageError(f"A table needs {size} bots, found {entrants}.")
    if sentence := names_no_table(kind, size, game.players):
        raise click.UsageError(f"A tournament ({kind}) of {game.name} cannot be held. {sentence}")


def _open(terms: "Terms", *, resume: bool) -> None:
    terms.folder.mkdir(parents=True, exist_ok=True)
    if not resume and any(terms.folder.glob("*.json")):
        raise Failure(
            f"{terms.folder} holds records already; go on with --resume, or choose another folder "
            "with --records."
        )


@contextmanager
def _told_to_resume() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        messages().print("Interrupted; what is done is kept, go on with --resume.")
        click.get_current_context().exit(Exit.INTERRUPTED)


@contextmanager
def _progress(terms: "Terms", plain: bool) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, else nothing."""
    from scuffle.tournament import most_matches

    console = messages()
    if plain or not console.is_terminal:
        yield lambda: None
        return
    columns = TextColumn("matches"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    total = most_matches(terms.kind, len(terms.players), terms.size, terms.sets)
    total -= len(list(terms.folder.glob("*.json")))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("matches", total=total)
        yield lambda: bar.advance(task)
