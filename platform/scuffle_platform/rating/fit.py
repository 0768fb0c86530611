"""The fit: maximum a posteriori ratings and seat biases.

Model (Bradley and Terry 1952, with a home-field term as in Agresti, Categorical Data Analysis,
section 11.6): ``logit P(i beats j) = r_i - r_j + s[format, seat_i] - s[format, seat_j]`` with
normal priors. The posterior is strictly concave, so its maximum is one and does not depend on
where the search begins; uncertainty is the inverse Hessian there (Laplace).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import exp, log, sqrt

import numpy as np

from scuffle_platform.rating.posterior import Indices, Posterior, Square, Vector
from scuffle_platform.rating.results import Contestant, Result, Seat, Tally, half_weight

ELO = 400 / log(10)
"""Elo points in one unit of logit."""
ANCHOR_RATING = 1000.0
NEWCOMER_SD = 260 / ELO
SUCCESSOR_SD = 80 / ELO
SEAT_SD = 200 / ELO

Name = str | Seat
"""What a parameter stands for: a version, or (format, seat)."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A version's rating in Elo, rounded to 0.01, and 1.96 posterior standard deviations."""

    rating: float
    plus_minus: float

    @property
    def lower(self) -> float:
        """The lower end of the interval; leaderboards are sorted by it."""
        return self.rating - self.plus_minus


@dataclass(frozen=True, slots=True)
class SeatBias:
    """What a seat is worth at equal strength.

    Attributes:
        format: the format's key.
        seat: from 0.
        win_percent: how often it beats the others' average, 50 is fair.
        low: the interval's lower end (1.96 posterior standard deviations).
        high: its upper end.
    """

    format: str
    seat: int
    win_percent: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Solution:
    """The top of a posterior, and what another one close to it needs of it.

    Attributes:
        posterior: what was maximised.
        index: which parameter stands for what.
        point: the parameters at the maximum.
        covariance: the inverse curvature there.
        rows: where each row of the tally went.
    """

    posterior: Posterior
    index: dict[Name, int]
    point: Vector
    covariance: Square
    rows: Indices


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fit.

    Attributes:
        estimates: by version.
        biases: by format and seat, in order.
        solution: where the numbers come from.
    """

    estimates: dict[str, Estimate]
    biases: tuple[SeatBias, ...]
    solution: Solution = field(compare=False, repr=False)

    def without(self, counts: Tally, result: Result) -> dict[str, float]:
        """The ratings of a match's versions had it not been played.

        Args:
            counts: what was fitted, or what it has become since.
            result: one that it counted.
        """
        found = self.solution
        won, lost = found.posterior.won.copy(), found.posterior.lost.copy()
        weight = half_weight(np.array(len(result.versions)))
        for row, points in counts.marks(result):
            won[found.rows[row]] -= points * weight
            lost[found.rows[row]] -= (2 - points) * weight
        rest = replace(found.posterior, won=won.clip(min=0), lost=lost.clip(min=0))
        point = rest.top_near(found.point, found.covariance)
        return {one: _rating(point[found.index[one]]) for one in result.versions}


def fit(contestants: Iterable[Contestant], counts: Tally, anchor: str | None) -> Fitted:
    """Rate ``contestants``, from a cold start.

    Args:
        contestants: every version that occurs in ``counts``, and any others to be listed.
        counts: from :func:`scuffle_platform.rating.results.tally`.
        anchor: the version that is 1000 for ever; ``None`` or an unknown one leaves the
            newcomers' prior mean there.
    """
    ordered = sorted(contestants, key=lambda one: one.version)
    names: list[Name] = [*(one.version for one in ordered), *sorted(counts.seats)]
    index = {name: k for k, name in enumerate(names)}
    posterior, rows = _pose(ordered, index, counts, anchor)
    point = posterior.top()
    covariance = posterior.covariance(point)
    spread = 1.96 * ELO * np.sqrt(np.diag(covariance))
    return Fitted(
        {
            one.version: Estimate(_rating(point[k]), round(float(spread[k]), 2))
            for k, one in enumerate(ordered)
        },
        tuple(_biases(sorted(counts.seats), len(ordered), point, covariance)),
        Solution(posterior, index, point, covariance, rows),
    )


def _pose(
    ordered: Sequence[Contestant], index: dict[Name, int], counts: Tally, anchor: str | None
) -> tuple[Posterior, Indices]:
    """The posterior, its pairs in canonical order, and where each row of ``counts`` went."""
    free = np.ones(len(index))
    if anchor in index:
        free[index[anchor]] = 0
    columns, players = _columns(index, counts)
    order = np.lexsort((players, *columns.T[::-1]))
    rows = np.empty_like(order)
    rows[order] = np.arange(len(order))
    ties, centres, links = _priors(ordered, index)
    won, lost = counts.won[order], counts.lost[order]
    posterior = Posterior(free, ties, centres, links, SUCCESSOR_SD**-2, columns[order], won, lost)
    return posterior, rows


def _columns(index: dict[Name, int], counts: Tally) -> tuple[Indices, Indices]:
    """Row by row the four parameters of a pair, and how many played."""
    versions = np.array([index[one] for one in counts.versions], dtype=np.int64)
    seats = np.array([index[one] for one in counts.seats], dtype=np.int64)
    one, seat, other, its_seat, players = counts.pairs.T
    columns = np.stack((versions[one], seats[seat], versions[other], seats[its_seat]), axis=1)
    return columns, players


def _priors(
    ordered: Sequence[Contestant], index: dict[Name, int]
) -> tuple[Vector, Vector, Indices]:
    """By parameter precision and centre of its own prior, and who is tied to a predecessor."""
    ties, centres = np.full(len(index), SEAT_SD**-2), np.zeros(len(index))
    links = []
    for k, one in enumerate(ordered):
        before = None if one.predecessor is None else index.get(one.predecessor)
        if before is not None:
            ties[k] = 0
            links.append((k, before))
        else:
            rating, sd = one.prior or (ANCHOR_RATING, NEWCOMER_SD * ELO)
            ties[k], centres[k] = (ELO / sd) ** 2, (rating - ANCHOR_RATING) / ELO
    return ties, centres, np.array(links, dtype=np.int64).reshape(-1, 2)


def _rating(logit: float) -> float:
    return round(ANCHOR_RATING + ELO * float(logit), 2)


def _biases(
    seats: Sequence[Seat], first: int, point: Vector, covariance: Square
) -> Iterable[SeatBias]:
    for k, (key, seat) in enumerate(seats, first):
        mates = [n for n, (other, _) in enumerate(seats, first) if other == key and n != k]
        contrast = np.zeros(len(point))
        contrast[k] = 1.0
        contrast[mates] = -1 / len(mates)
        middle = float(contrast @ point)
        sd = sqrt(float(contrast @ covariance @ contrast))
        low, mean, high = (_percent(middle + 1.96 * sd * side) for side in (-1, 0, 1))
        yield SeatBias(key, seat, mean, low, high)


def chance(ahead: float) -> float:
    """The chance to win, a draw being half, with ``ahead`` Elo points more and no seat's help."""
    return 1 / (1 + exp(-ahead / ELO))


def _percent(logit: float) -> float:
    return round(100 / (1 + exp(-logit)), 2)
