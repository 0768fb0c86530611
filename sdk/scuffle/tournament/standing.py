"""Points and tie-breaks, in exact fractions: a tie is a tie and not a rounding error."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Score:
    """What a table's matches came to.

    Attributes:
        members: draw numbers of who sits there.
        ahead: ``ahead[i][j]``: 2 for each match that member ``i`` ended ahead of ``j``, 1 for
            each that they shared.
        firsts: by member, how many matches it won alone.
    """

    members: tuple[int, ...]
    ahead: tuple[tuple[int, ...], ...]
    firsts: tuple[int, ...]

    @classmethod
    def nothing(cls, members: Sequence[int]) -> "Score":
        """Nothing was played yet."""
        none = (0,) * len(members)
        return cls(tuple(members), (none,) * len(members), none)

    def plus(self, places: Sequence[int] | None) -> "Score":
        """With one match more.

        Args:
            places: by member, from 1, ties share; ``None`` where all failed at once: all share.
        """
        found = places or (1,) * len(self.members)
        ahead = tuple(
            tuple(
                had if one == other else had + _halves(found[one], found[other])
                for other, had in enumerate(row)
            )
            for one, row in enumerate(self.ahead)
        )
        alone = found.count(1) == 1
        firsts = tuple(
            had + (alone and place == 1) for had, place in zip(self.firsts, found, strict=True)
        )
        return Score(self.members, ahead, firsts)


@dataclass(frozen=True, slots=True)
class Line:
    """Where an entrant stands.

    Attributes:
        entrant: its draw number.
        points: a match's points are the share of the others left behind, a tie being half.
        direct: its share of the points among those who have as many points.
        berger: what it took from each opponent, times that opponent's points.
        firsts: matches that it won alone.
    """

    entrant: int
    points: Fraction
    direct: Fraction
    berger: Fraction
    firsts: int

    @property
    def key(self) -> tuple[Fraction, Fraction, Fraction, int, int]:
        """Lines in this order are in the order of the table."""
        return (-self.points, -self.direct, -self.berger, -self.firsts, self.entrant)


def forfeited(members: Sequence[int], left: Collection[int]) -> tuple[int, ...]:
    """The places of a match that was not played since some had left."""
    stayed = sum(member not in left for member in members)
    return tuple(1 + stayed if member in left else 1 for member in members)


def rank(scores: Iterable[Score], entrants: Iterable[int]) -> tuple[Line, ...]:
    """Everybody, the best first.

    After the points come the points among those who are level, then Sonneborn and Berger's sum,
    then matches won alone, then the draw: the lower number.
    """
    every = tuple(scores)
    points = {one: Fraction(0) for one in entrants}
    taken: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    met: dict[tuple[int, int], int] = defaultdict(int)
    firsts = dict.fromkeys(points, 0)
    for score in every:
        others = 2 * (len(score.members) - 1)
        for i, one in enumerate(score.members):
            points[one] += Fraction(sum(score.ahead[i]), max(1, others))
            firsts[one] += score.firsts[i]
            for j, other in enumerate(score.members):
                taken[one, other] += Fraction(score.ahead[i][j], max(1, others))
                met[one, other] += score.ahead[i][j]
    ordered = sorted(points, key=lambda one: (-points[one], one))
    lines = []
    for _, group in groupby(ordered, key=points.__getitem__):
        level = list(group)
        for one in level:
            berger = sum((taken[one, other] * points[other] for other in points), Fraction(0))
            lines.append(Line(one, points[one], _direct(one, level, met), berger, firsts[one]))
    return tuple(sorted(lines, key=lambda line: line.key))


def is_tied(lines: Sequence[Line]) -> bool:
    """Whether the first two are level in points and among each other."""
    first, *rest = lines
    return bool(rest) and (first.points, first.direct) == (rest[0].points, rest[0].direct)


def _direct(one: int, level: Sequence[int], met: dict[tuple[int, int], int]) -> Fraction:
    """The share of the points that ``one`` took from those who are level with it."""
    mine = sum(met[one, other] for other in level if other != one)
    theirs = sum(met[other, one] for other in level if other != one)
    return Fraction(mine, mine + theirs) if mine + theirs else Fraction(0)


def _halves(mine: int, theirs: int) -> int:
    return 1 if mine == theirs else 2 * (mine < theirs)
