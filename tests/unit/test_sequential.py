"""A series' test: what it calls better, and how seldom it is wrong."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from scuffle.bench_stats import place_points
from scuffle.sequential import (
    LEAST_SETS,
    MOST_SETS,
    WANTED_GAIN,
    Answer,
    judge,
)

OUTCOMES = (-0.5, -0.25, 0.0, 0.25, 0.5)
"""The five outcomes of a pair, as gains."""


def answers(weights: Sequence[float], series: int, seed: int = 1) -> Counter[Answer | None]:
    """The answers of ``series`` simulated ones whose sets end as ``weights`` say."""
    rng = random.Random(seed)
    return Counter(judge(rng.choices(OUTCOMES, weights, k=MOST_SETS)).answer for _ in range(series))


@pytest.mark.parametrize(
    "weights",
    [(1, 2, 4, 2, 1), (1, 0, 0, 0, 1), (1, 1, 1, 1, 1), (0, 1, 0, 1, 0), (1, 3, 92, 3, 1)],
    ids=["usual", "wild", "even", "never-shared", "mostly-drawn"],
)
def test_a_version_against_itself_is_called_better_at_most_once_in_twenty(weights) -> None:
    assert answers(weights, 1000)[Answer.BETTER] <= 50


def test_four_players_against_themselves_likewise() -> None:
    rng = random.Random(4)

    def half_set() -> float:
        return sum(rng.randrange(4) / 3 for _ in range(4)) / 4

    found = Counter(
        judge([half_set() - half_set() for _ in range(MOST_SETS)]).answer for _ in range(1000)
    )
    assert found[Answer.BETTER] <= 50


def test_what_is_better_by_the_gain_asked_for_is_seldom_called_not_better() -> None:
    shifted = (0.1 - WANTED_GAIN, 0.2, 0.4, 0.2, 0.1 + WANTED_GAIN)
    found = answers(shifted, 1000)
    assert found[Answer.NOT_BETTER] <= 50
    assert found[Answer.BETTER] > 850


def test_a_clear_difference_is_seen_after_few_sets() -> None:
    found = judge([0.5] * MOST_SETS)
    assert (found.answer, found.sets) == (Answer.BETTER, 10)
    assert judge([-0.5, -0.25] * 100).answer is Answer.NOT_BETTER


def test_equal_sets_show_no_difference() -> None:
    found = judge([0.0] * MOST_SETS)
    assert found.answer is Answer.NOT_BETTER
    assert found.low < 0 < found.high


def test_nothing_is_said_before_the_eighth_set_and_all_after_the_last() -> None:
    assert judge([0.5] * (LEAST_SETS - 1)).answer is None
    assert judge([]).answer is None
    assert judge([0.5, -0.5] * 100).answer is Answer.UNDECIDED
    assert judge([0.25, -0.25] * 5, most=10).answer is Answer.UNDECIDED


def test_sets_after_the_decision_change_nothing() -> None:
    decided = judge([0.5] * 10)
    assert judge([0.5] * 10 + [-0.5] * 190) == decided


@pytest.mark.parametrize("answer", [Answer.BETTER, Answer.NOT_BETTER])
def test_an_answer_agrees_with_its_interval(answer: Answer) -> None:
    rng = random.Random(8)
    for _ in range(200):
        found = judge(rng.choices(OUTCOMES, (1, 2, 3, 3, 2), k=MOST_SETS))
        if found.answer is answer:
            assert found.low > 0 if answer is Answer.BETTER else found.high < WANTED_GAIN


@pytest.mark.parametrize(
    ("places", "seat", "points"),
    [
        ((1, 2), 0, 1.0),
        ((1, 1), 1, 0.5),
        ((1, 2, 2, 4), 1, 0.5),
        ((1, 2, 2, 4), 3, 0.0),
        ((3, 3, 2, 1), 0, 1 / 6),
        (None, 2, 0.5),
    ],
)
def test_place_points(places, seat, points) -> None:
    assert place_points(places, seat) == pytest.approx(points)


def test_the_two_gains_may_be_others_than_a_seriess() -> None:
    rng = random.Random(5)
    gains = rng.choices(OUTCOMES, (1, 2, 3, 3, 2), k=2000)
    near, far = judge(gains, 2000, (0.0, 0.02)), judge(gains, 2000, (0.0, 0.07))
    assert near.answer is far.answer is Answer.BETTER
    assert near.sets > far.sets
    assert judge(gains, 2000, (0.2, 0.3)).answer is Answer.NOT_BETTER
