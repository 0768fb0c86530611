"""Full-text search over sections."""

import pytest

from scuffle_platform.store.fulltext import MARK, UNMARK, Section, search

SECTIONS = [
    Section("/a", "Protocol", "", "A bot reads lines. It answers in time or gets a timeout."),
    Section("/b", "Verdicts", "Timeouts", "What running out of time costs."),
    Section("/c", "Limits", "In a match", "start_ms and bank_ms; a timeout is CPU time."),
    Section("/d", "Ratings", "How a fit is made", "Bots, and how sure we are <of> them."),
]


def found(asked: str) -> list[str]:
    return [hit.section.address for hit in search(SECTIONS, asked, 10)]


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("timeout", ["/b", "/a", "/c"]),
        ("TIMEOUTS", ["/b", "/a", "/c"]),
        ("timeout bank", ["/c"]),
        ("timeout ratings", ["/d", "/b", "/a", "/c"]),
        ("bank_ms", ["/c"]),
        ("ban", ["/c"]),
        ("ratings", ["/d"]),
        ("dragon", []),
        ("", []),
        ('"', []),
        ("NOT ( ^ - *", []),
        ("a" * 500, []),
    ],
)
def test_the_best_come_first(asked: str, wanted: list[str]) -> None:
    assert found(asked) == wanted


def test_what_was_found_is_marked_where_it_stands() -> None:
    [hit] = search(SECTIONS, "sure fits", 10)
    assert hit.heading == f"How a {MARK}fit{UNMARK} is made"
    assert hit.excerpt == f"Bots, and how {MARK}sure{UNMARK} we are <of> them."


def test_no_more_than_asked_for() -> None:
    assert len(search(SECTIONS, "time", 2)) == 2
