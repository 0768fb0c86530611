"""The fit: maximum a posteriori ratings and seat biases by Newton's method.

Model (Bradley and Terry 1952, with a home-field term as in Agresti, Categorical Data Analysis,
section 11.6): ``logit P(i beats j) = r_i - r_j + s[format, seat_i] - s[format, seat_j]`` with
normal priors. The posterior is strictly concave, so its maximum is one and does not depend on
where the search begins; uncertainty is the inverse Hessian there (Laplace).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np
import numpy.typing as npt

from scuffle_platform.rating.results import Contestant, Tally

ELO = 400 / log(10)
"""Elo points in one unit of logit."""
ANCHOR_RATING = 1000.0
NEWCOMER_SD = 260 / ELO
SUCCESSOR_SD = 80 / ELO
SEAT_SD = 200 / ELO
CONVERGED = 1e-9
MAX_STEPS = 100

Name = str | tuple[str, int]
"""What a parameter stands for: a version, or (format, seat)."""
Vector = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


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
class Problem:
    """A posterior to be maximised.

    Attributes:
        names: ``names[k]`` is what parameter ``k`` stands for.
        fixed: the index of the parameter held at 0 (the anchor), or ``None``.
        precision: of the prior, square.
        columns: four indices a pair: version and seat of the one, then of the other.
        won: weight by pair.
        lost: weight by pair.
    """

    names: tuple[Name, ...]
    fixed: int | None
    precision: npt.NDArray[np.float64]
    columns: Indices
    won: Vector
    lost: Vector


SIGNS = np.array([1.0, 1.0, -1.0, -1.0])


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fit.

    Attributes:
        estimates: by version.
        biases: by format and seat, in order.
        point: the parameters at the maximum, by name; another fit may begin there.
    """

    estimates: dict[str, Estimate]
    biases: tuple[SeatBias, ...]
    point: dict[Name, float]


def fit(
    contestants: Iterable[Contestant],
    counts: Tally,
    anchor: str | None,
    start: Fitted | None = None,
) -> Fitted:
    """Rate ``contestants``.

    Args:
        contestants: every version that occurs in ``counts``, and any others to be listed.
        counts: from :func:`scuffle_platform.rating.results.tally`.
        anchor: the version that is 1000 for ever; ``None`` or an unknown one leaves the
            newcomers' prior mean there.
        start: where to begin; the answer does not depend on it beyond 1e-9.
    """
    ordered = sorted(contestants, key=lambda one: one.version)
    problem = _pose(ordered, counts, anchor)
    point = _climb(problem, _beginning(problem, start))
    keep = _kept(problem)
    covariance = np.zeros_like(problem.precision)
    covariance[np.ix_(keep, keep)] = np.linalg.inv(_free(problem, _curvature(problem, point)))
    return Fitted(
        {one.version: _estimate(point, covariance, k) for k, one in enumerate(ordered)},
        tuple(_biases(problem, point, covariance)),
        dict(zip(problem.names, point.tolist(), strict=True)),
    )


def _pose(ordered: Sequence[Contestant], counts: Tally, anchor: str | None) -> Problem:
    sides = [side for pair in counts.pairs for side in pair]
    formats = sorted({side[1:] for side in sides})
    names: tuple[Name, ...] = (*(one.version for one in ordered), *formats)
    index = {name: k for k, name in enumerate(names)}
    columns = [
        (index[one[0]], index[one[1:]], index[other[0]], index[other[1:]])
        for one, other in counts.pairs
    ]
    return Problem(
        names,
        index.get(anchor) if anchor is not None else None,
        _prior(ordered, index, len(names)),
        np.array(columns, dtype=np.int64).reshape(-1, 4),
        counts.won,
        counts.lost,
    )


def _prior(
    ordered: Sequence[Contestant], index: dict[Name, int], size: int
) -> npt.NDArray[np.float64]:
    precision = np.zeros((size, size))
    for k, one in enumerate(ordered):
        before = None if one.predecessor is None else index.get(one.predecessor)
        if before is None:
            precision[k, k] += NEWCOMER_SD**-2
        else:
            precision[[k, before], [k, before]] += SUCCESSOR_SD**-2
            precision[[k, before], [before, k]] -= SUCCESSOR_SD**-2
    seats = np.arange(len(ordered), size)
    precision[seats, seats] += SEAT_SD**-2
    return precision


def _beginning(problem: Problem, start: Fitted | None) -> Vector:
    known = start.point if start else {}
    return np.array([known.get(name, 0.0) for name in problem.names])


def _climb(problem: Problem, point: Vector) -> Vector:
    keep = _kept(problem)
    for _ in range(MAX_STEPS):
        step = np.zeros_like(point)
        step[keep] = np.linalg.solve(
            _free(problem, _curvature(problem, point)), _slope(problem, point)[keep]
        )
        if not step.size or np.max(np.abs(step)) < CONVERGED:
            return point + step
        # Far from the maximum a whole Newton step may overshoot: halve it until it climbs.
        while _height(problem, point + step) < _height(problem, point) - CONVERGED:
            step /= 2
        point = point + step
    raise ArithmeticError(f"the fit did not converge in {MAX_STEPS} steps")


def _kept(problem: Problem) -> Indices:
    return np.delete(np.arange(len(problem.names)), [] if problem.fixed is None else problem.fixed)


def _free(problem: Problem, matrix: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    keep = _kept(problem)
    return matrix[np.ix_(keep, keep)]


def _logits(problem: Problem, point: Vector) -> Vector:
    return np.asarray(point[problem.columns] @ SIGNS)


def _height(problem: Problem, point: Vector) -> float:
    z = _logits(problem, point)
    likelihood = problem.won @ -np.logaddexp(0, -z) + problem.lost @ -np.logaddexp(0, z)
    return float(likelihood - point @ problem.precision @ point / 2)


def _slope(problem: Problem, point: Vector) -> Vector:
    chance = 1 / (1 + np.exp(-_logits(problem, point)))
    surprise = problem.won - (problem.won + problem.lost) * chance
    pull = np.bincount(
        problem.columns.ravel(), np.outer(surprise, SIGNS).ravel(), minlength=len(point)
    )
    return np.asarray(pull - problem.precision @ point)


def _curvature(problem: Problem, point: Vector) -> npt.NDArray[np.float64]:
    size = len(point)
    chance = 1 / (1 + np.exp(-_logits(problem, point)))
    weight = (problem.won + problem.lost) * chance * (1 - chance)
    cells = problem.columns[:, :, None] * size + problem.columns[:, None, :]
    values = weight[:, None, None] * np.outer(SIGNS, SIGNS)
    data = np.bincount(cells.ravel(), values.ravel(), minlength=size * size)
    return np.asarray(data.reshape(size, size) + problem.precision)


def _estimate(point: Vector, covariance: npt.NDArray[np.float64], k: int) -> Estimate:
    rating = ANCHOR_RATING + ELO * float(point[k])
    return Estimate(round(rating, 2), round(1.96 * ELO * sqrt(covariance[k, k]), 2))


def _biases(
    problem: Problem, point: Vector, covariance: npt.NDArray[np.float64]
) -> Iterable[SeatBias]:
    seats = [name for name in problem.names if not isinstance(name, str)]
    first = len(problem.names) - len(seats)
    for k, (key, seat) in enumerate(seats, first):
        mates = [n for n, (other, _) in enumerate(seats, first) if other == key and n != k]
        contrast = np.zeros(len(point))
        contrast[k] = 1.0
        contrast[mates] = -1 / len(mates)
        middle = float(contrast @ point)
        sd = sqrt(float(contrast @ covariance @ contrast))
        low, mean, high = (_percent(middle + 1.96 * sd * side) for side in (-1, 0, 1))
        yield SeatBias(key, seat, mean, low, high)


def _percent(logit: float) -> float:
    return round(100 / (1 + exp(-logit)), 2)
