"""Charts, drawn on the server: lines with their 95 % bands, and marks where something began.

A page shows them as they are without JavaScript; with it ``charts.js`` puts a live chart of the
same figures in their place.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 14, 28
STEPS = (0.05, 0.1, 0.2, 0.5, 1, 10, 20, 50, 100, 200, 500, 1000, 10_000)
LABEL = 26
"""How far apart the words of two marks must be to be read, in SVG units."""


@dataclass(frozen=True, slots=True)
class Point:
    """One figure: where (POSIX seconds, or a number), what, its interval, of which line."""

    x: float
    mid: float
    low: float
    high: float
    line: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the chart, as SVG path data."""

    path: str
    band: str
    dots: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """What the template draws; coordinates in SVG units.

    Attributes:
        lines: in the order in which they begin.
        rungs: height and word of the round figures across the chart.
        marks: place and word of each mark; words that would lie on each other are left out.
        first: the ``x`` at the left edge.
        last: the ``x`` at the right edge.
        data: the figures as JSON, for the live chart.
    """

    lines: tuple[Line, ...]
    rungs: tuple[tuple[float, str], ...]
    marks: tuple[tuple[float, str], ...]
    first: float
    last: float
    data: str


class _Scale:
    def __init__(self, points: Sequence[Point], marks: Sequence[float]) -> None:
        places = [*(point.x for point in points), *marks]
        self.first, self.last = min(places), max(places)
        self.low = min(point.low for point in points)
        self.high = max(point.high for point in points)

    def x(self, at: float) -> float:
        """Where something lies from left to right; a single thing lies in the middle."""
        whole = self.last - self.first
        share = (at - self.first) / whole if whole else 0.5
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(self, figure: float) -> float:
        """Where a figure lies, high ones on top."""
        share = (figure - self.low) / ((self.high - self.low) or 1)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def draw(points: Sequence[Point], marks: Mapping[str, float] | None = None) -> Chart | None:
    """The chart of these points, in their order; ``None`` without any.

    Args:
        points: of all lines, each line's own from left to right.
        marks: the ``x`` of each mark by its word.
    """
    if not points:
        return None
    marks = marks or {}
    scale = _Scale(points, list(marks.values()))
    names = list(dict.fromkeys(point.line for point in points))
    lines = {name: [point for point in points if point.line == name] for name in names}
    return Chart(
        tuple(_line(scale, line) for line in lines.values()),
        tuple(_rungs(scale)),
        tuple(_marks(scale, marks)),
        scale.first,
        scale.last,
        _data(lines, marks),
    )


def thinned(points: Sequence[Point], most: int) -> Sequence[Point]:
    """About ``most`` of the points, each line's first and last among them."""
    every = max(1, len(points) // most)
    if every == 1:
        return points
    ends = {0, len(points) - 1}
    for k in range(1, len(points)):
        if points[k].line != points[k - 1].line:
            ends |= {k - 1, k}
    return [one for k, one in enumerate(points) if k % every == 0 or k in ends]


def _line(scale: _Scale, points: Sequence[Point]) -> Line:
    upper = [(scale.x(p.x), scale.y(p.high)) for p in points]
    lower = [(scale.x(p.x), scale.y(p.low)) for p in points]
    middle = [(scale.x(p.x), scale.y(p.mid)) for p in points]
    shown = tuple(middle) if len(middle) <= 60 else (middle[0], middle[-1])
    return Line(_path(middle), f"{_path(upper + lower[::-1])}Z", shown)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _rungs(scale: _Scale) -> list[tuple[float, str]]:
    """Three to six round figures across the chart."""
    span = (scale.high - scale.low) or 1
    step = next((size for size in STEPS if span / size <= 5), STEPS[-1])
    first, last = int(scale.low // step) + 1, int(scale.high // step)
    rungs = [k * step for k in range(first, last + 1)]
    return [(scale.y(rung), f"{rung:.4g}".replace("-", "−")) for rung in rungs]


def _marks(scale: _Scale, marks: Mapping[str, float]) -> list[tuple[float, str]]:
    found: list[tuple[float, str]] = []
    written = float(-LABEL)
    for word, at in sorted(marks.items(), key=lambda one: one[1]):
        x = scale.x(at)
        readable = x - written >= LABEL
        written = x if readable else written
        found.append((x, word if readable else ""))
    return found


def _data(lines: Mapping[str, Sequence[Point]], marks: Mapping[str, float]) -> str:
    held = {name: [_figures(point) for point in points] for name, points in lines.items()}
    return json.dumps({"lines": held, "marks": marks}, separators=(",", ":"))


def _figures(point: Point) -> list[float]:
    return [round(figure, 3) for figure in (point.x, point.mid, point.low, point.high)]
