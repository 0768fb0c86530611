"""The rating chart, drawn on the server: a line, its 95 % band, and a mark at each upload."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 14, 28


@dataclass(frozen=True, slots=True)
class Point:
    """One rating: when, what, how sure, of which version."""

    at: datetime
    rating: float
    plus_minus: float
    version: int


@dataclass(frozen=True, slots=True)
class Line:
    """One version's stretch of the chart, as SVG path data."""

    version: int
    path: str
    band: str
    start_x: float
    dots: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """What the template draws; coordinates in SVG units."""

    lines: tuple[Line, ...]
    rungs: tuple[tuple[float, str], ...]
    first: datetime
    last: datetime


class _Scale:
    def __init__(self, points: Sequence[Point]) -> None:
        self.first, self.last = points[0].at, points[-1].at
        self.low = min(point.rating - point.plus_minus for point in points)
        self.high = max(point.rating + point.plus_minus for point in points)

    def x(self, at: datetime) -> float:
        """Where a moment lies; a single one lies in the middle."""
        whole = (self.last - self.first).total_seconds()
        share = (at - self.first).total_seconds() / whole if whole else 0.5
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(self, rating: float) -> float:
        """Where a rating lies, high ones on top."""
        share = (rating - self.low) / ((self.high - self.low) or 1)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def draw(points: Sequence[Point]) -> Chart | None:
    """The chart of these points, the oldest first; ``None`` without any."""
    if not points:
        return None
    scale = _Scale(points)
    versions = dict.fromkeys(point.version for point in points)
    lines = tuple(_line(scale, [p for p in points if p.version == v]) for v in versions)
    return Chart(lines, tuple(_rungs(scale)), scale.first, scale.last)


def thinned(points: Sequence[Point], most: int) -> Sequence[Point]:
    """About ``most`` of the points, each version's first and last among them."""
    every = max(1, len(points) // most)
    if every == 1:
        return points
    ends = {0, len(points) - 1}
    for k in range(1, len(points)):
        if points[k].version != points[k - 1].version:
            ends |= {k - 1, k}
    return [one for k, one in enumerate(points) if k % every == 0 or k in ends]


def _line(scale: _Scale, points: Sequence[Point]) -> Line:
    upper = [(scale.x(p.at), scale.y(p.rating + p.plus_minus)) for p in points]
    lower = [(scale.x(p.at), scale.y(p.rating - p.plus_minus)) for p in points]
    middle = [(scale.x(p.at), scale.y(p.rating)) for p in points]
    band = f"{_path(upper + lower[::-1])}Z"
    shown = tuple(middle) if len(middle) <= 60 else (middle[0], middle[-1])
    return Line(points[0].version, _path(middle), band, middle[0][0], shown)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _rungs(scale: _Scale) -> list[tuple[float, str]]:
    """Three to six round ratings across the chart."""
    span = (scale.high - scale.low) or 1
    step = next(size for size in (10, 20, 50, 100, 200, 500, 1000, 10_000) if span / size <= 5)
    first = int(scale.low // step + 1) * step
    return [(scale.y(value), str(value)) for value in range(first, int(scale.high) + 1, step)]
