"""Many sets between bots: the same seeds and openings for all, every bot on every seat.

The first set of a pairing starts from the bare start; later ones begin with two drawn opening
turns in games that have that setting, since two deterministic bots would otherwise play one game
for ever.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from scuffle.bench_stats import Estimate, estimate, place_points, sprt
from scuffle.contract import Game, Outcome, Verdict
from scuffle.jobs import VerdictRecord
from scuffle.playing import WrongNumber

OPENING_TURNS = 2

Result = tuple[Outcome | None, Sequence[VerdictRecord]]
"""How one match ended, by seat."""

PlayOne = Callable[[Sequence[int], str, dict[str, Any]], Result]
"""Plays one match: which bot sits on which seat, the seed, the settings."""


@dataclass(frozen=True, slots=True)
class SetPlan:
    """One set to be played.

    Attributes:
        bots: indices of the bots of the pairing, ascending.
        index: the set's number within the pairing, from 0.
        seed: the seed of all its matches.
        settings: the game settings of all its matches.
    """

    bots: tuple[int, ...]
    index: int
    seed: str
    settings: dict[str, Any]

    def seatings(self) -> Iterator[tuple[int, ...]]:
        """All cyclic rotations: which bot sits on which seat."""
        for shift in range(len(self.bots)):
            yield self.bots[shift:] + self.bots[:shift]


@dataclass(frozen=True, slots=True)
class SetResult:
    """One set, played.

    Attributes:
        bots: as in the plan.
        index: as in the plan.
        points: by bot of the pairing, its mean points against the others, 0 to 1.
        wins: by bot, how many matches it won alone.
        faults: by bot, the verdicts other than ``ok``.
        seat_points: by seat, mean points over the set's matches.
    """

    bots: tuple[int, ...]
    index: int
    points: tuple[float, ...]
    wins: tuple[int, ...]
    faults: tuple[tuple[str, ...], ...]
    seat_points: tuple[float, ...]

    def dump(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def load(cls, line: str) -> "SetResult":
        """Read such a line."""
        found = json.loads(line)
        lists = {name: tuple(value) for name, value in found.items() if name != "index"}
        lists["faults"] = tuple(tuple(words) for words in found["faults"])
        return cls(index=found["index"], **lists)


def plan(
    game: type[Game[Any]], num_bots: int, sets: int, seed: str, settings: dict[str, Any]
) -> list[SetPlan]:
    """Every set of every pairing, round by round, so that all pairings fill evenly.

    Raises:
        WrongNumber: the game takes more players than there are bots.
    """
    sizes = [players for players in game.players if players <= num_bots]
    if not sizes:
        raise WrongNumber(f"{game.name} needs at least {game.players[0]} bots, found {num_bots}")
    pairings = list(combinations(range(num_bots), sizes[-1]))
    return [
        SetPlan(bots, index, f"{seed}-{index}", _opening(game, index) | settings)
        for index in range(sets)
        for bots in pairings
    ]


def _opening(game: type[Game[Any]], index: int) -> dict[str, Any]:
    if index == 0 or "opening_turns" not in game.Settings.model_fields:
        return {}
    return {"opening_turns": OPENING_TURNS}


def play_set(one: SetPlan, play_one: PlayOne) -> SetResult:
    """Play all rotations of one set."""
    seats = len(one.bots)
    points = dict.fromkeys(one.bots, 0.0)
    wins = dict.fromkeys(one.bots, 0)
    faults: dict[int, list[str]] = {bot: [] for bot in one.bots}
    seat_points = [0.0] * seats
    for seating in one.seatings():
        outcome, verdicts = play_one(seating, one.seed, one.settings)
        for seat, bot in enumerate(seating):
            won = place_points(outcome.places if outcome else None, seat)
            points[bot] += won / seats
            seat_points[seat] += won / seats
            wins[bot] += won == 1.0
            if verdicts[seat].verdict is not Verdict.OK:
                faults[bot].append(str(verdicts[seat].verdict))
    return SetResult(
        one.bots,
        one.index,
        tuple(points.values()),
        tuple(wins.values()),
        tuple(tuple(words) for words in faults.values()),
        tuple(seat_points),
    )


def run_sets(
    plans: Sequence[SetPlan],
    play_one: PlayOne,
    jobs: int,
    keep: Callable[[SetResult], bool],
) -> None:
    """Play sets, ``jobs`` at a time, and hand them to ``keep`` in the order of the plan.

    Stops early when ``keep`` returns false. Results are handed over in order, so that what is
    kept does not depend on how many run at once.
    """
    waiting = list(reversed(plans))
    running: list[Future[SetResult]] = []
    with ThreadPoolExecutor(jobs) as pool:
        try:
            while waiting or running:
                while waiting and len(running) < jobs:
                    running.append(pool.submit(play_set, waiting.pop(), play_one))
                wait(running, return_when=FIRST_COMPLETED)
                while running and running[0].done():
                    if not keep(running.pop(0).result()):
                        return
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@dataclass
class Bench:
    """The results so far.

    Attributes:
        names: of the bots, in the order of the command line.
        file: keeps the results, a line a set, so that a later run goes on.
        results: every set played.
        twins: pairs of bots that are one and the same program.
    """

    names: Sequence[str]
    file: Path
    results: list[SetResult]
    twins: frozenset[tuple[int, int]] = frozenset()

    def keep(self, result: SetResult) -> None:
        """Add one set, in memory and on disk."""
        self.results.append(result)
        with self.file.open("a", encoding="utf-8") as stream:
            stream.write(result.dump() + "\n")

    def pairs(self) -> list[tuple[int, int]]:
        """All pairs of bots, in the order of the command line."""
        return list(combinations(range(len(self.names)), 2))

    def scores(self, first: int, second: int) -> list[float]:
        """The set scores of ``first`` against ``second``; of three and more, by who did better."""
        return [
            0.5 + (one.points[one.bots.index(first)] - one.points[one.bots.index(second)]) / 2
            for one in self.results
            if first in one.bots and second in one.bots
        ]

    def estimate(self, first: int, second: int) -> Estimate:
        """How ``first`` does against ``second``."""
        return estimate(self.scores(first, second))

    def word(self, first: int, second: int) -> str:
        """What is shown of ``first`` against ``second``; a program is never better than itself."""
        if (first, second) in self.twins:
            return "the same program"
        return self.estimate(first, second).word

    def decided(self, elo0: float, elo1: float) -> bool:
        """Whether the sequential test has ended for every pair."""
        return all(sprt(self.scores(*pair), elo0, elo1) for pair in self.pairs())

    def seat_points(self) -> tuple[float, ...]:
        """By seat, the mean points of all matches: how much the seat is worth."""
        columns = zip(*(one.seat_points for one in self.results), strict=True)
        return tuple(sum(column) / len(self.results) for column in columns)


def read_results(file: Path) -> list[SetResult]:
    """The sets kept in ``file``; a last line cut short by a kill is left out."""
    if not file.exists():
        return []
    lines = file.read_text("utf-8").splitlines(keepends=True)
    return [SetResult.load(line) for line in lines if line.endswith("\n")]


def open_bench(
    names: Sequence[str],
    file: Path,
    *,
    resume: bool,
    twins: frozenset[tuple[int, int]] = frozenset(),
) -> Bench:
    """A bench whose results lie in ``file``: kept with ``resume``, else begun afresh."""
    file.parent.mkdir(parents=True, exist_ok=True)
    results = read_results(file) if resume else []
    file.write_text("".join(one.dump() + "\n" for one in results), "utf-8")
    return Bench(names, file, results, twins)
