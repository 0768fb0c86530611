"""How the command line words what the site answers."""

import pytest

from scuffle.cli.site import _rating, _seats
from scuffle.cli.site_logs import _log_text
from scuffle.jobs import RequestLog


def test_a_request_of_a_log():
    entry = RequestLog(
        request=12, step=30, sent='{"type":"act"}', received='{"action":"pass"}',
        cpu_us=1250, wall_us=2000, bank_ms=9980.0, stderr="thinking\n",
    )  # fmt: skip
    assert _log_text(entry.model_dump()).splitlines() == [
        "— request 12: 1.2 ms CPU, 2.0 ms wall, 9980 ms in the bank",
        '→ {"type":"act"}',
        '← {"action":"pass"}',
        "thinking",
    ]
    held_up = entry.model_copy(update={"lost_us": 30_000}).model_dump()
    assert (
        _log_text(held_up)
        .splitlines()[0]
        .endswith("in the bank; the host was busy for 30.0 ms, which do not count")
    )
    steers = entry.model_copy(update={"stderr": "one\n\x1b]0;title\x07two\n"}).model_dump()
    assert _log_text(steers).splitlines()[3:] == ["one", r"\x1b]0;title\x07two"]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"rating": None, "plus_minus": None}, "–"),
        ({"rating": 1012.4, "plus_minus": 55.0}, "1012 ± 55"),
        ({}, "–"),
    ],
)
def test_a_rating(row, words):
    assert _rating(row) == words


def test_seats_with_places_and_faults():
    seats = [
        {"name": "a", "bot": "x", "place": 1, "verdict": "ok"},
        {"name": "b", "bot": "y", "place": 2, "verdict": "crash"},
        {"name": "c", "bot": None, "place": None, "verdict": None},
    ]
    assert _seats({"seats": seats}) == "a 1. · b 2. crash · c"
