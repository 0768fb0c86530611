"""Charts as the server draws them, and a bot's history for them."""

import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

import scuffle_platform.web
from scuffle_platform.store.pages.bots import Moment
from scuffle_platform.web import chart, history

VENDOR = Path(scuffle_platform.web.__file__).parent / "static" / "vendor"
START = datetime(2026, 11, 30, 22, tzinfo=UTC)


def point(x: float, mid: float = 1000, line: str = "v1") -> chart.Point:
    return chart.Point(x, mid, mid - 50, mid + 50, line)


def test_nothing_is_no_chart() -> None:
    assert chart.draw([], {"v1": 5.0}) is None


def test_a_line_a_version_with_its_band_and_the_uploads_marked() -> None:
    """D9: a graph per version with an uncertainty band and marks at uploads."""
    points = [point(10), point(20), point(15, 900, "v2"), point(30, 1100, "v2")]
    drawn = chart.draw(points, {"v1": 0.0, "v2": 14.0})
    assert drawn
    assert len(drawn.lines) == 2
    assert [word for _, word in drawn.marks] == ["v1", "v2"]
    assert [x for x, _ in drawn.marks] == [46, 355.9]
    assert (drawn.first, drawn.last) == (0, 30)
    assert [word for _, word in drawn.rungs] == ["900", "1000", "1100"]
    data = json.loads(drawn.data)
    assert data["lines"]["v2"] == [[15, 900, 850, 950], [30, 1100, 1050, 1150]]
    assert data["marks"] == {"v1": 0, "v2": 14}


def test_words_of_marks_do_not_lie_on_each_other() -> None:
    drawn = chart.draw([point(0), point(100)], {"v1": 0, "v2": 1, "v3": 50})
    assert drawn
    assert [word for _, word in drawn.marks] == ["v1", "", "v3"]


def test_small_figures_have_rungs_too() -> None:
    drawn = chart.draw([chart.Point(1, 0.1, -0.2, 0.3, "gain")])
    assert drawn
    assert [word for _, word in drawn.rungs] == ["−0.1", "0", "0.1", "0.2"]


@pytest.mark.parametrize(("count", "most"), [(5, 240), (1000, 240), (1000, 24)])
def test_thinned_points_keep_both_ends_of_every_line(count: int, most: int) -> None:
    points = [point(k, line=f"v{1 + 3 * k // count}") for k in range(count)]
    kept = chart.thinned(points, most)
    assert len(kept) <= 2 * most
    for version in ("v1", "v2", "v3"):
        of = [one for one in points if one.line == version]
        assert {of[0], of[-1]} <= set(kept)


def test_a_day_has_one_point_a_version_its_last() -> None:
    moments = [
        Moment(START + timedelta(minutes=30 * k), 1000 + k, 50, 1 + (k > 4)) for k in range(9)
    ]
    kept = history.last_of_days(moments)
    assert [(one.version, one.rating) for one in kept] == [(1, 1003), (1, 1004), (2, 1008)]


def test_what_is_vendored_is_what_the_readme_says() -> None:
    text = (VENDOR / "README.md").read_text(encoding="utf-8")
    for path in VENDOR.rglob("*"):
        if path.suffix in (".js", ".css"):
            assert path.relative_to(VENDOR).as_posix() in text
            assert sha256(path.read_bytes()).hexdigest() in text
            assert list(path.parent.glob("LICENSE*")), path
