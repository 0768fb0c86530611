"""The statistics of bench: intervals, Elo."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scuffle.bench_stats import elo, estimate, expected

SCORES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), max_size=60)


@given(SCORES)
def test_interval_holds_a_half_of_what_could_be_and_never_pretends_to_certainty(scores):
    found = estimate(scores)
    assert 0 <= found.low < found.high <= 1
    mirrored = estimate([1 - score for score in scores])
    assert mirrored.low == pytest.approx(1 - found.high)


def test_bot_against_itself_is_never_better():
    for sets in range(200):
        assert estimate([0.5] * sets).word == "no difference shown"


@pytest.mark.parametrize(
    ("scores", "word"),
    [
        ([1.0] * 10, "better"),
        ([0.0] * 10, "worse"),
        ([1.0] * 2, "no difference shown"),
        ([0.5, 1.0] * 15, "better"),
        ([], "no difference shown"),
    ],
)
def test_words(scores, word):
    assert estimate(scores).word == word


def test_more_sets_narrow_the_interval():
    few, many = estimate([0.5, 1.0] * 5), estimate([0.5, 1.0] * 50)
    assert many.high - many.low < (few.high - few.low) / 2


@given(st.floats(-1000, 1000))
def test_elo_undoes_expected(difference):
    assert elo(expected(difference)) == pytest.approx(difference, abs=1e-6)
