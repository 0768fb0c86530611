"""What ``scuffle bench`` tells: the table, the sentences, the JSON object."""

from typing import TYPE_CHECKING, Any

import click
from rich.table import Table

from scuffle.bench_stats import elo
from scuffle.cli.command import tables
from scuffle.sequential import Answer

if TYPE_CHECKING:
    from scuffle.bench_kept import Bench
    from scuffle.bench_stats import Estimate

Bounds = tuple[float, float]


def table_of(found: "Bench", total: int | None = None) -> Table:
    """The pairs with their estimates; ``total`` sets are planned, if it is still running."""
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
            found.word(first, second),
        )
    return table


def _elo(estimate: "Estimate") -> str:
    low, high = f"{elo(estimate.low):+.0f}", f"{elo(estimate.high):+.0f}"
    if estimate.score in (0, 1):
        return f"below {high}" if estimate.score == 0 else f"above {low}"
    return f"{elo(estimate.score):+.0f} ({low} to {high})"


def tell(found: "Bench", bounds: Bounds | None, most: int) -> None:
    """Print the table, the faults, what a seat is worth, and the sequential test."""
    tables().print(table_of(found))
    click.echo(f"{found.matches} matches, {found.different} different")
    faults = _faults(found)
    for name, words in faults.items():
        click.echo(f"{name} failed: {', '.join(f'{word} {n}×' for word, n in words.items())}")
    if found.results:
        seats = ", ".join(f"{share:.0%}" for share in found.seat_points())
        click.echo(f"Points by seat: {seats}")
    for pair, word in _sprt_words(found, bounds, most).items():
        click.echo(f"SPRT {found.names[pair[0]]} against {found.names[pair[1]]}: {word}")
        if _is_for_two(found):
            counts = " · ".join(map(str, found.quarters(*pair)))
            click.echo(f"  sets with 0 · ½ · 1 · 1½ · 2 points: {counts}")


def _is_for_two(found: "Bench") -> bool:
    return all(len(one.bots) == 2 for one in found.results)


def _sprt_words(found: "Bench", bounds: Bounds | None, most: int) -> dict[tuple[int, int], str]:
    if bounds is None:
        return {}
    low, high = bounds
    words = {Answer.BETTER: f"at least {high:g} Elo", Answer.NOT_BETTER: f"at most {low:g} Elo"}
    answers = {pair: found.judged(pair, bounds, most).answer for pair in found.pairs()}
    return {
        pair: words.get(answer, "undecided") if answer else "undecided"
        for pair, answer in answers.items()
    }


def _faults(found: "Bench") -> dict[str, dict[str, int]]:
    """By bot's name, how often each verdict other than ok was given."""
    counts: dict[str, dict[str, int]] = {}
    for one in found.results:
        for bot, words in zip(one.bots, one.faults, strict=True):
            for word in words:
                own = counts.setdefault(found.names[bot], {})
                own[word] = own.get(word, 0) + 1
    return counts


def summary(
    game: str, seed: str, found: "Bench", bounds: Bounds | None, most: int
) -> dict[str, Any]:
    """The same as one JSON object."""
    words = _sprt_words(found, bounds, most)
    return {
        "game": game,
        "seed": seed,
        "matches": found.matches,
        "different": found.different,
        "better": found.is_first_best(bounds, most),
        "pairs": [_pair(found, pair, words.get(pair)) for pair in found.pairs()],
        "seat_points": [round(share, 6) for share in found.seat_points()] if found.results else [],
        "faults": _faults(found),
    }


def _pair(found: "Bench", pair: tuple[int, int], sprt: str | None) -> dict[str, Any]:
    estimate = found.estimate(*pair)
    row: dict[str, Any] = {
        "bot": found.names[pair[0]],
        "against": found.names[pair[1]],
        "sets": estimate.sets,
        "score": round(estimate.score, 6),
        "interval": [round(estimate.low, 6), round(estimate.high, 6)],
        "word": found.word(*pair),
    }
    if _is_for_two(found):
        row["pentanomial"] = list(found.quarters(*pair))
    return row | ({"sprt": sprt} if sprt else {})
