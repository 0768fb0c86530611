"""The sets of a bench: kept in a file as they end, and what they say so far."""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Self

from scuffle.bench_stats import Estimate, estimate, expected
from scuffle.sequential import Answer, Judgement, judge


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
        games: by match, what is equal where all actions are; ``""`` where a bot failed.
    """

    bots: tuple[int, ...]
    index: int
    points: tuple[float, ...]
    wins: tuple[int, ...]
    faults: tuple[tuple[str, ...], ...]
    seat_points: tuple[float, ...]
    games: tuple[str, ...]

    def dump(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def load(cls, line: str) -> Self:
        """Read such a line.

        Raises:
            ValueError: it is none.
        """
        try:
            found = json.loads(line)
            lists = {name: tuple(value) for name, value in found.items() if name != "index"}
            lists["faults"] = tuple(tuple(words) for words in found["faults"])
            return cls(index=found["index"], **lists)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a set of a bench: {error}") from None


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
    _seen: set[tuple[tuple[int, ...], int, str]] = field(default_factory=set, init=False)
    _counted: list[SetResult] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        for one in self.results:
            self._count(one)

    def keep(self, result: SetResult) -> None:
        """Add one set, in memory and on disk."""
        self.results.append(result)
        self._count(result)
        with self.file.open("a", encoding="utf-8") as stream:
            stream.write(result.dump() + "\n")

    def _count(self, result: SetResult) -> None:
        """A set counts unless each of its matches was played before, action by action."""
        games = [(result.bots, place, game) for place, game in enumerate(result.games)]
        if any(not game or (bots, place, game) not in self._seen for bots, place, game in games):
            self._counted.append(result)
        self._seen.update(one for one in games if one[2])

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return sum(len(one.games) for one in self.results)

    @property
    def different(self) -> int:
        """How many of them are not the same, action by action; one with a fault always is."""
        failed = sum(one.games.count("") for one in self.results)
        return failed + len(self._seen)

    def pairs(self) -> list[tuple[int, int]]:
        """All pairs of bots, in the order of the command line."""
        return list(combinations(range(len(self.names)), 2))

    def scores(self, first: int, second: int) -> list[float]:
        """The set scores of ``first`` against ``second``; of three and more, by who did better."""
        return [
            0.5 + (one.points[one.bots.index(first)] - one.points[one.bots.index(second)]) / 2
            for one in self._counted
            if first in one.bots and second in one.bots
        ]

    def quarters(self, first: int, second: int) -> tuple[int, ...]:
        """How many sets ended with 0, ½, 1, 1½ and 2 points of 2; for games of two."""
        counts = Counter(round(4 * score) for score in self.scores(first, second))
        return tuple(counts[quarter] for quarter in range(5))

    def estimate(self, first: int, second: int) -> Estimate:
        """How ``first`` does against ``second``."""
        return estimate(self.scores(first, second))

    def word(self, first: int, second: int) -> str:
        """What is shown of ``first`` against ``second``; a program is never better than itself."""
        if (first, second) in self.twins:
            return "the same program"
        return self.estimate(first, second).word

    def judged(self, pair: tuple[int, int], bounds: tuple[float, float], most: int) -> Judgement:
        """What the sequential test says of a pair.

        Args:
            pair: the bots.
            bounds: the two Elo differences that are told apart.
            most: how many sets there will be at the most.
        """
        low, high = (expected(one) - 0.5 for one in bounds)
        return judge((score - 0.5 for score in self.scores(*pair)), most, (low, high))

    def is_better(
        self, first: int, second: int, bounds: tuple[float, float] | None, most: int
    ) -> bool:
        """Whether ``first`` is shown better: by the test if there is one, else by interval."""
        if bounds is None or (first, second) in self.twins:
            return self.word(first, second) == "better"
        return self.judged((first, second), bounds, most).answer is Answer.BETTER

    def is_first_best(self, bounds: tuple[float, float] | None, most: int) -> bool:
        """Whether the first bot is shown better than each of the others."""
        return all(self.is_better(0, one, bounds, most) for one in range(1, len(self.names)))

    def undecided(self, bounds: tuple[float, float], most: int) -> Iterator[tuple[int, int]]:
        """The pairs whose sequential test wants more sets."""
        return (pair for pair in self.pairs() if self.judged(pair, bounds, most).answer is None)

    def wants(self, bots: Collection[int], bounds: tuple[float, float] | None, most: int) -> bool:
        """Whether a set of ``bots`` would still say something."""
        if bounds is None:
            return True
        return any(set(pair) <= set(bots) for pair in self.undecided(bounds, most))

    def seat_points(self) -> tuple[float, ...]:
        """By seat, the mean points of all matches: how much the seat is worth."""
        columns = zip(*(one.seat_points for one in self.results), strict=True)
        return tuple(sum(column) / len(self.results) for column in columns)


def read_results(file: Path) -> list[SetResult]:
    """The sets kept in ``file``, up to the first line that a kill or a full disk cut short."""
    found: list[SetResult] = []
    if not file.exists():
        return found
    for line in file.read_bytes().decode("utf-8", "replace").splitlines(keepends=True):
        try:
            found.append(SetResult.load(line if line.endswith("\n") else ""))
        except ValueError:
            break
    return found


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
