"""What ``scuffle tournament`` tells: standings with a crosstable, or the bracket."""

from collections import defaultdict
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table as Grid

from scuffle.cli.command import tables
from scuffle.tournament import Kind, rounds_of

if TYPE_CHECKING:
    from scuffle.local_tournament import LocalTournament, Table, Terms

Cross = dict[tuple[int, int], tuple[Fraction, int]]


def tell(held: "LocalTournament", terms: "Terms") -> None:
    """Print what came out, the faults, and where the records lie."""
    if terms.kind is Kind.ELIMINATION:
        _tell_bracket(held, terms)
    else:
        tables().print(_crosstable(held, terms))
    for name, words in _faults(held, terms).items():
        click.echo(f"{name} failed: {', '.join(f'{word} {n}×' for word, n in words.items())}")
    click.echo(f"{held.matches} matches, recorded in {terms.folder}")


def _crosstable(held: "LocalTournament", terms: "Terms") -> Grid:
    lines, cross = held.standings(), _cross(held)
    grid = Grid(box=None, pad_edge=False)
    for title in ("", "bot", "points", "wins", *(str(rank + 1) for rank in range(len(lines)))):
        grid.add_column(title)
    for rank, line in enumerate(lines, start=1):
        cells = [_cell(cross.get((line.entrant, other.entrant))) for other in lines]
        name = terms.players[line.entrant][0]
        grid.add_row(str(rank), name, _number(line.points), str(line.firsts), *cells)
    return grid


def _tell_bracket(held: "LocalTournament", terms: "Terms") -> None:
    last = rounds_of(len(terms.players), terms.size)
    for round_, seated in groupby(held.scores, key=lambda table: table.round):
        click.echo("Final" if round_ == last else f"Round {round_}")
        for table in seated:
            click.echo(f"  {_table_words(held, terms, table)}")
    click.echo(f"Winner: {terms.players[held.winner(list(held.scores)[-1])][0]}")


def _table_words(held: "LocalTournament", terms: "Terms", table: "Table") -> str:
    names = [terms.players[one][0] for one in table.members]
    if len(names) == 1:
        return f"{names[0]} has a bye"
    points = [_number(point) for point in _points(held, table)]
    seated = " · ".join(f"{name} {point}" for name, point in zip(names, points, strict=True))
    return f"{seated} → {terms.players[held.winner(table)][0]}"


def _points(held: "LocalTournament", table: "Table") -> list[Fraction]:
    """By member, what it made at this table."""
    others = 2 * max(1, len(table.members) - 1)
    return [Fraction(sum(row), others) for row in held.scores[table].ahead]


def _cross(held: "LocalTournament") -> Cross:
    """By pair, in how many meetings the first ended ahead (a tie is half), and of how many."""
    found: dict[tuple[int, int], tuple[Fraction, int]] = defaultdict(lambda: (Fraction(0), 0))
    for score in held.scores.values():
        for i, one in enumerate(score.members):
            for j, other in enumerate(score.members):
                if i != j:
                    ahead, met = score.ahead[i][j], score.ahead[i][j] + score.ahead[j][i]
                    points, meetings = found[one, other]
                    found[one, other] = (points + Fraction(ahead, 2), meetings + met // 2)
    return dict(found)


def _cell(pair: tuple[Fraction, int] | None) -> str:
    return f"{_number(pair[0])}/{pair[1]}" if pair else "—"


def _number(points: Fraction) -> str:
    """``1½`` for three halves; two digits for other fractions."""
    whole, rest = divmod(points, 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return str(whole) if not rest else f"{float(points):.2f}"


def _faults(held: "LocalTournament", terms: "Terms") -> dict[str, dict[str, int]]:
    counts: dict[str, dict[str, int]] = {}
    for (entrant, word), times in sorted(held.faults.items()):
        counts.setdefault(terms.players[entrant][0], {})[word] = times
    return counts


def summary(held: "LocalTournament", terms: "Terms") -> dict[str, Any]:
    """The same as one JSON object."""
    names = [name for name, _ in terms.players]
    cross = _cross(held)
    return {
        "game": terms.game.id,
        "kind": str(terms.kind),
        "seed": terms.seed,
        "matches": held.matches,
        "records": str(terms.folder),
        "winner": names[_winner(held, terms)],
        "standings": [
            {
                "bot": names[line.entrant],
                "points": float(line.points),
                "wins": line.firsts,
                "against": {
                    names[other]: [float(points), meetings]
                    for (one, other), (points, meetings) in sorted(cross.items())
                    if one == line.entrant
                },
            }
            for line in held.standings()
        ],
        "tables": [
            {
                "round": table.round,
                "bots": [names[one] for one in table.members],
                "points": [float(point) for point in _points(held, table)],
                "winner": names[held.winner(table)],
            }
            for table in held.scores
        ],
        "faults": _faults(held, terms),
    }


def _winner(held: "LocalTournament", terms: "Terms") -> int:
    if terms.kind is Kind.ELIMINATION:
        return held.winner(list(held.scores)[-1])
    return held.standings()[0].entrant
