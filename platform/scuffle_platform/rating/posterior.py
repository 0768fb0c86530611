"""The posterior as numbers: how high it is at a point, where its top is, how wide it is there.

Newton's method, each step found by conjugate gradients (Nocedal and Wright, Numerical
Optimization, algorithms 5.3 and 7.1): a ladder of 1,000 versions has tens of thousands of pairs
but no pair has more than four parameters, so a product with the curvature costs next to nothing.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

CONVERGED = 1e-9
MAX_STEPS = 100
MAX_SETTLING_STEPS = 60
EXACTNESS = 1e-8
"""A step is sought until the square of what it leaves is that part of what it began with."""

Vector = npt.NDArray[np.float64]
Square = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

SIGNS = np.array([1.0, 1.0, -1.0, -1.0])


@dataclass(frozen=True, slots=True)
class Posterior:
    """What is to be maximised.

    Attributes:
        free: by parameter 1, or 0 for the one that is held where it is (the anchor).
        ties: by parameter the precision of its own prior,
        centres: and where that has its top.
        links: two parameters a row, whose difference has a prior.
        link_precision: of each of those differences.
        columns: four indices a pair: version and seat of the one, then of the other.
        won: weight by pair.
        lost: weight by pair.
    """

    free: Vector
    ties: Vector
    centres: Vector
    links: Indices
    link_precision: float
    columns: Indices
    won: Vector
    lost: Vector

    def top(self) -> Vector:
        """The parameters at the maximum; the search begins at 0.

        Raises:
            ArithmeticError: it was not found.
        """
        point = np.zeros(len(self.free))
        for _ in range(MAX_STEPS):
            step = self._newton_step(point)
            if not step.size or np.max(np.abs(step)) < CONVERGED:
                return point + step
            # Far from the maximum a whole Newton step may overshoot: halve it until it climbs.
            while self._height(point + step) < self._height(point) - CONVERGED:
                step /= 2
            point = point + step
        raise ArithmeticError(f"the fit did not converge in {MAX_STEPS} steps")

    def top_near(self, point: Vector, covariance: Square) -> Vector:
        """The same, where a point close by and the inverse curvature there are known.

        Raises:
            ArithmeticError: it was not found.
        """
        for _ in range(MAX_SETTLING_STEPS):
            step = covariance @ self._slope(point)
            point = point + step
            if np.max(np.abs(step)) < CONVERGED:
                return point
        return self.top()

    def covariance(self, point: Vector) -> Square:
        """The inverse curvature; 0 for what is held."""
        keep = np.flatnonzero(self.free)
        found = np.zeros((len(point), len(point)))
        found[np.ix_(keep, keep)] = np.linalg.inv(self._curvature(point)[np.ix_(keep, keep)])
        return found

    def _newton_step(self, point: Vector) -> Vector:
        """The step to the top of the parabola that touches the posterior here, nearly."""
        weight = self._weight(point)
        slope = self._slope(point)
        diagonal = self._diagonal(weight)
        step, rest = np.zeros_like(point), slope
        eased = rest / diagonal
        ahead = eased
        fall = start = float(rest @ eased)
        while fall > start * EXACTNESS:
            bent = self._bend(ahead, weight)
            length = fall / float(ahead @ bent)
            step = step + length * ahead
            rest = rest - length * bent
            eased = rest / diagonal
            before, fall = fall, float(rest @ eased)
            ahead = eased + fall / before * ahead
        return step

    def _logits(self, point: Vector) -> Vector:
        one, seat, other, its_seat = self.columns.T
        return np.asarray(point[one] + point[seat] - point[other] - point[its_seat])

    def _height(self, point: Vector) -> float:
        z = self._logits(point)
        likelihood = self.won @ -np.logaddexp(0, -z) + self.lost @ -np.logaddexp(0, z)
        from_centre = self._prior_slope(point) / 2 - self.ties * self.centres
        return float(likelihood - point @ from_centre)

    def _slope(self, point: Vector) -> Vector:
        chance = 1 / (1 + np.exp(-self._logits(point)))
        surprise = self.won - (self.won + self.lost) * chance
        prior = self._prior_slope(point) - self.ties * self.centres
        return np.asarray((self._gather(surprise) - prior) * self.free)

    def _weight(self, point: Vector) -> Vector:
        chance = 1 / (1 + np.exp(-self._logits(point)))
        return np.asarray((self.won + self.lost) * chance * (1 - chance))

    def _bend(self, along: Vector, weight: Vector) -> Vector:
        """The curvature times a direction."""
        bent = self._gather(weight * self._logits(along)) + self._prior_slope(along)
        return np.asarray(bent * self.free)

    def _diagonal(self, weight: Vector) -> Vector:
        size = len(self.free)
        linked = np.bincount(self.links.ravel(), minlength=size) * self.link_precision
        return np.asarray(
            np.bincount(self.columns.ravel(), np.repeat(weight, 4), size) + self.ties + linked
        )

    def _gather(self, by_pair: Vector) -> Vector:
        """Sum a number of each pair into its parameters, with their signs."""
        parts = (
            sign * np.bincount(column, by_pair, len(self.free))
            for sign, column in zip(SIGNS, self.columns.T, strict=True)
        )
        return np.asarray(sum(parts))

    def _prior_slope(self, point: Vector) -> Vector:
        """The part of the priors' slope that grows with the point."""
        one, other = self.links.T
        apart = (point[one] - point[other]) * self.link_precision
        size = len(point)
        pull = np.bincount(one, apart, size) - np.bincount(other, apart, size)
        return np.asarray(self.ties * point + pull)

    def _curvature(self, point: Vector) -> Square:
        size = len(point)
        cells = self.columns[:, :, None] * size + self.columns[:, None, :]
        values = self._weight(point)[:, None, None] * np.outer(SIGNS, SIGNS)
        drawn = np.bincount(cells.ravel(), values.ravel(), size * size).reshape(size, size)
        found = drawn + np.diag(self.ties)
        for one, other in (self.links.T, self.links.T[::-1]):
            np.add.at(found, (one, one), self.link_precision)
            np.add.at(found, (one, other), -self.link_precision)
        return np.asarray(found)
