"""A tournament on this machine: tables played match by match, each recorded as it ends.

The records are all that is kept: what lies in the folder is not played again, and the standings
follow from it. So a bot that hangs, or a cable that is pulled, costs the match it was in.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scuffle.bench import OPENING_TURNS
from scuffle.bench_workers import play_seats, playing
from scuffle.contract import Game
from scuffle.replay import BadReplay, Replay
from scuffle.seat import HostFault
from scuffle.tournament import Kind, Line, Score, feeders, first_tables, is_tied, rank, rings

FURTHER_SETS = 3
"""How many sets more a table of a bracket plays while its first two are level."""


class OtherRecord(ValueError):
    """A file in the folder of records is another match's; the message names it."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who meets in which round (from 1; a round robin has one) at which table (from 0)."""

    round: int
    number: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """One match.

    Attributes:
        seating: the entrants' numbers, by seat.
        seed: follows from round, table and set.
        settings: of the game.
        file: where it is recorded.
    """

    seating: tuple[int, ...]
    seed: str
    settings: dict[str, Any]
    file: Path


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played.

    Attributes:
        game: the game.
        kind: round robin or elimination.
        size: how many sit at a table.
        sets: how many sets a table plays.
        seed: decides every match's seed.
        settings: the game's settings; drawn openings are added.
        players: by entrant its name and the hash of its program.
        folder: of the records.
    """

    game: type[Game[Any]]
    kind: Kind
    size: int
    sets: int
    seed: str
    settings: dict[str, Any]
    players: Sequence[tuple[str, str | None]]
    folder: Path


OnMatch = Callable[[MatchPlan], object]


class LocalTournament:
    """Plays what is not recorded yet, and reads its standings from the records."""

    def __init__(self, terms: Terms, pool: Executor, ahead: int, on_match: OnMatch) -> None:
        """Play in ``pool``, ``ahead`` matches at a time; ``on_match`` is told of each."""
        self._terms = terms
        self._pool = pool
        self._ahead = ahead
        self._on_match = on_match
        self.scores: dict[Table, Score] = {}
        self.faults: Counter[tuple[int, str]] = Counter()
        self.matches = 0

    def play(self) -> None:
        """Play it to its end.

        Raises:
            scuffle.seat.HostFault: this machine failed at one match three times.
            OtherRecord: the folder holds other matches.
        """
        if self._terms.kind is Kind.ROUND_ROBIN:
            everybody = rings(len(self._terms.players), self._terms.size)
            self._play_tables(_numbered(1, [table for ring in everybody for table in ring]))
            return
        round_, seated = 1, first_tables(len(self._terms.players), self._terms.size)
        while True:
            tables = _numbered(round_, seated)
            self._play_tables(tables)
            if len(tables) == 1:
                return
            winners = [self.winner(table) for table in tables]
            feeding = feeders(len(tables), self._terms.size)
            seated = tuple(tuple(winners[one] for one in group) for group in feeding)
            round_ += 1

    def winner(self, table: Table) -> int:
        """Who is first at a table."""
        return self._ranked(table)[0].entrant

    def standings(self) -> tuple[Line, ...]:
        """Everybody's points over all tables, the best first."""
        return rank(self.scores.values(), range(len(self._terms.players)))

    def _ranked(self, table: Table) -> tuple[Line, ...]:
        return rank([self.scores[table]], table.members)

    def _play_tables(self, tables: Sequence[Table]) -> None:
        for table in tables:
            self.scores[table] = Score.nothing(table.members)
        playable = [table for table in tables if len(table.members) > 1]
        self._play_sets([(table, one) for one in range(self._terms.sets) for table in playable])
        if self._terms.kind is Kind.ROUND_ROBIN:
            return
        for further in range(FURTHER_SETS):
            level = [table for table in playable if is_tied(self._ranked(table))]
            self._play_sets([(table, self._terms.sets + further) for table in level])

    def _play_sets(self, sets: Sequence[tuple[Table, int]]) -> None:
        plans = [(table, plan) for table, one in sets for plan in self._plans(table, one)]
        left = deque(plan for _, plan in plans if _recorded(plan, self._terms) is None)
        begun: set[Future[MatchPlan]] = set()
        while left or begun:
            while left and len(begun) < self._ahead:
                begun.add(self._pool.submit(play_recorded, left.popleft()))
            done, begun = wait(begun, return_when=FIRST_COMPLETED)
            for future in done:
                self._on_match(future.result())
        for table, plan in plans:
            self._count(table, plan)

    def _count(self, table: Table, plan: MatchPlan) -> None:
        record = _recorded(plan, self._terms)
        if record is None:
            raise HostFault(f"the record {plan.file} is gone")
        self.matches += 1
        places = record.outcome["places"] if record.outcome else None
        by_member = [places[plan.seating.index(one)] for one in table.members] if places else None
        self.scores[table] = self.scores[table].plus(by_member)
        for entrant, verdict in zip(plan.seating, record.verdicts, strict=True):
            if verdict.verdict != "ok":
                self.faults[entrant, str(verdict.verdict)] += 1

    def _plans(self, table: Table, one: int) -> Iterator[MatchPlan]:
        """The matches of one set: every member on every seat."""
        terms = self._terms
        has_opening = "opening_turns" in terms.game.Settings.model_fields
        opening = {"opening_turns": OPENING_TURNS} if has_opening else {}
        place = f"{table.round}-{table.number + 1}-{one + 1}"
        for shift in range(len(table.members)):
            seating = table.members[shift:] + table.members[:shift]
            file = terms.folder / f"{place}-{shift + 1}.json"
            yield MatchPlan(seating, f"{terms.seed}-{place}", opening | terms.settings, file)


def play_recorded(plan: MatchPlan) -> MatchPlan:
    """Play one match in a worker and write its record.

    Raises:
        scuffle.seat.HostFault: this machine failed three times.
    """
    with playing():
        replay = play_seats(plan.seating, plan.seed, plan.settings).replay
        fresh = plan.file.with_suffix(".part")
        replay.dump(fresh)
        fresh.replace(plan.file)
    return plan


def _numbered(round_: int, tables: Sequence[Sequence[int]]) -> list[Table]:
    return [Table(round_, number, tuple(members)) for number, members in enumerate(tables)]


def _recorded(plan: MatchPlan, terms: Terms) -> Replay | None:
    """The record of a match, if it was played.

    Raises:
        OtherRecord: the file is that of another match.
    """
    try:
        found = Replay.load(plan.file)
    except (FileNotFoundError, BadReplay):
        return None
    players = [terms.players[one] for one in plan.seating]
    settings = terms.game.Settings.model_validate(plan.settings).model_dump(mode="json")
    same = (found.game, found.seed, found.settings) == (terms.game.id, plan.seed, settings)
    if not same or [(one.name, one.hash) for one in found.players] != players:
        raise OtherRecord(
            f"{plan.file} is the record of another match; choose another folder with --records."
        )
    return found
