"""What a tournament says: its kind, how far it has come, points, rounds, places."""

from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import NamedTuple

from scuffle.tournament import Kind, Line, is_tied, rank, rounds_of, top_down
from scuffle_platform.names import isolated
from scuffle_platform.store.models import Ending, Entry, Meeting, Tournament, TournamentStatus
from scuffle_platform.store.tournament_play import score_of
from scuffle_platform.web.words import place_word, plural

KINDS = {Kind.ROUND_ROBIN: "Round robin", Kind.ELIMINATION: "Single elimination"}
CROSSED = 32
"""So many of the table have a line and a column in the crosstable."""
DRAWN = 16
"""Rounds of a bracket with more tables than that are not drawn, only listed."""


class Seat(NamedTuple):
    """One line of a table in a bracket."""

    number: int
    points: str
    """What it has made there; empty before the first set, and where nothing was played."""
    goes_on: bool
    left: bool


class Table(NamedTuple):
    """One table of a drawn bracket; without seats it waits for the round before."""

    seats: list[Seat]
    note: str


class Cross(NamedTuple):
    """A line of a crosstable."""

    line: Line
    place: int
    cells: list[str]


def plan(one: Tournament) -> str:
    """How it is played."""
    table = f" at tables of {one.size}" if one.size > 2 else ""
    return f"{KINDS[one.kind]}{table}, {plural(one.sets, 'set')} of {one.size} matches each"


def points(number: Fraction) -> str:
    """``5``, ``5½``, ``5.33``."""
    if number.denominator == 1:
        return str(number.numerator)
    if number.denominator == 2:
        return f"{number.numerator // 2 or ''}½"
    return f"{float(number):.2f}"


def direct(line: Line, lines: Sequence[Line]) -> str:
    """The share of points among those who are level; of one who stands alone there is none."""
    level = sum(other.points == line.points for other in lines)
    return f"{100 * float(line.direct):.0f} %" if level > 1 else "–"


def state(one: Tournament, entries: Sequence[Entry], played: Sequence[Meeting]) -> str:
    """How far it has come, in a sentence."""
    if one.status is TournamentStatus.CANCELLED:
        return one.sentence
    if one.status is TournamentStatus.OPEN:
        return f"{plural(len(entries), 'bot')} entered so far. The draw is made when entry ends."
    if one.status is TournamentStatus.ENDED:
        won = [isolated(entry.bot.name) for entry in entries if entry.place == 1]
        return f"Won by {' and '.join(won)}." if won else "It has ended; nobody was left."
    decided, every = progress(one, entries, played)
    return f"{decided} of {plural(every, 'table')} decided."


def progress(
    one: Tournament, entries: Sequence[Entry], played: Sequence[Meeting]
) -> tuple[int, int]:
    """How many tables are decided, and how many there will be."""
    decided = sum(meeting.ending is not None for meeting in played)
    if one.kind is Kind.ROUND_ROBIN:
        return decided, len(played)
    rounds = top_down(drawn_count(entries), one.size)
    return decided, sum(map(len, rounds))


def drawn_count(entries: Sequence[Entry]) -> int:
    """How many were drawn."""
    return sum(entry.number is not None for entry in entries)


def crosstable(lines: Sequence[Line], played: Sequence[Meeting]) -> list[Cross]:
    """The first lines of the table, each with what it took from each of them."""
    taken: dict[tuple[int, int], Fraction] = {}
    for meeting in played:
        for i, one in enumerate(meeting.seated):
            for j, other in enumerate(meeting.seated):
                if i != j and meeting.counted:
                    had = taken.get((one, other), Fraction(0))
                    taken[one, other] = had + Fraction(meeting.ahead[i][j], 2)
    shown = lines[:CROSSED]
    return [
        Cross(line, place, [_cell(taken, line.entrant, other.entrant) for other in shown])
        for place, line in enumerate(shown, 1)
    ]


def _cell(taken: dict[tuple[int, int], Fraction], one: int, other: int) -> str:
    if one == other:
        return "×"
    found = taken.get((one, other))
    return "" if found is None else points(found)


def bracket(
    one: Tournament, entries: Sequence[Entry], played: Sequence[Meeting]
) -> list[tuple[str, list[Table]]]:
    """The rounds that are drawn, by name, their tables from the top."""
    entrants = drawn_count(entries)
    known = {(meeting.round, meeting.number): meeting for meeting in played}
    left = {entry.number for entry in entries if entry.left}
    last = rounds_of(entrants, one.size)
    return [
        (round_word(round_, last), [_table(known.get((round_, number)), left) for number in order])
        for round_, order in enumerate(top_down(entrants, one.size), 1)
        if len(order) <= DRAWN
    ]


def round_word(round_: int, last: int) -> str:
    """``Final``, ``Semi-finals``, ``Round 1``."""
    names = {0: "Final", 1: "Semi-finals"}
    return names.get(last - round_, f"Round {round_}")


def _table(meeting: Meeting | None, left: set[int | None]) -> Table:
    if meeting is None:
        return Table([], "waits for the round before")
    made = {line.entrant: line.points for line in _lines(meeting)}
    seats = [
        Seat(
            member,
            points(made[member]) if meeting.counted and member in made else "",
            member == meeting.winner and meeting.ending is not None,
            member in left,
        )
        for member in meeting.members
    ]
    return Table(seats, ending(meeting))


def ending(meeting: Meeting) -> str:
    """Why a table is decided, or that it is not."""
    if meeting.ending is Ending.BYE:
        return "bye"
    if meeting.ending is Ending.FORFEIT:
        return "decided since a bot left"
    if meeting.ending is Ending.PLAYED:
        by_list = meeting.winner is not None and is_tied(_lines(meeting))
        return "level to the end: the tie-breaks decided" if by_list else ""
    return "being played" if meeting.ordered else "waits"


def score(meeting: Meeting) -> dict[int, str]:
    """By member the points it made at a table."""
    lines = {line.entrant: points(line.points) for line in _lines(meeting)}
    return {member: lines.get(member, "left") for member in meeting.members}


def _lines(meeting: Meeting) -> Sequence[Line]:
    """Those who are seated, in their order at this table."""
    return rank([score_of(meeting)], meeting.seated)


def place(entry: Entry, entries: Sequence[Entry]) -> str:
    """``1st``, or ``3rd, shared``."""
    if entry.place is None:
        return "–"
    shared = sum(other.place == entry.place for other in entries) > 1
    return place_word(entry.place) + (", shared" if shared else "")


def read_time(text: str) -> datetime | None:
    """A moment from a form's field, without a zone taken as UTC; ``None`` if it is none."""
    try:
        found = datetime.fromisoformat(text)
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
