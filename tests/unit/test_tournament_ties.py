"""Points and tie-breaks: every way in which two to four can be level."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from scuffle.tournament import Line, Score, forfeited, is_tied, rank


def scored(members: Sequence[int], *matches: Sequence[int] | None) -> Score:
    score = Score.nothing(members)
    for places in matches:
        score = score.plus(places)
    return score


def order(*scores: Score) -> list[int]:
    members = {member for score in scores for member in score.members}
    return [line.entrant for line in rank(scores, members)]


def places_of(count: int) -> list[tuple[int, ...]]:
    """Every tie pattern: places from 1, ties shared, the next place left out."""
    return [
        places
        for places in product(range(1, count + 1), repeat=count)
        if all(place == 1 + sum(other < place for other in places) for place in places)
    ]


@pytest.mark.parametrize(("count", "patterns"), [(2, 3), (3, 13), (4, 75)])
def test_every_tie_pattern_gives_a_table_and_shares_all_its_points(
    count: int, patterns: int
) -> None:
    found = places_of(count)
    assert len(found) == patterns
    for places in found:
        lines = rank([scored(range(count), places)], range(count))
        assert sum(line.points for line in lines) == Fraction(count, 2)
        by_points = [places[line.entrant] for line in lines]
        assert by_points == sorted(by_points)
        assert is_tied(lines) == (places.count(1) > 1)
        for line in lines:
            behind = sum(place > places[line.entrant] for place in places)
            beside = places.count(places[line.entrant]) - 1
            assert line.points == Fraction(2 * behind + beside, 2 * (count - 1))


def test_a_match_that_all_failed_is_shared() -> None:
    assert scored((4, 7), None) == scored((4, 7), (1, 1))


def test_head_to_head_decides_between_two_who_are_level() -> None:
    # 1 and 2 have two points each and 2 beat 1; 3 and 4 have one each and 4 beat 3.
    table = [
        scored((1, 2), (2, 1)),
        scored((1, 3), (1, 2)),
        scored((1, 4), (1, 2)),
        scored((2, 3), (2, 1)),
        scored((2, 4), (1, 2)),
        scored((3, 4), (2, 1)),
    ]
    lines = rank(table, range(1, 5))
    assert [(line.entrant, line.points) for line in lines] == [(2, 2), (1, 2), (4, 1), (3, 1)]


def test_a_circle_of_three_goes_to_the_berger_sum() -> None:
    # 1 beat 2, 2 beat 3, 3 beat 1: level among each other. All drew or lost alike but for 4 and 5:
    # 3 took its points from the stronger one.
    table = [
        scored((1, 2), (1, 2)),
        scored((2, 3), (1, 2)),
        scored((1, 3), (2, 1)),
        scored((1, 4), (2, 1)),
        scored((2, 4), (2, 1)),
        scored((3, 4), (1, 2)),
        scored((1, 5), (1, 2)),
        scored((2, 5), (1, 2)),
        scored((3, 5), (2, 1)),
        scored((4, 5), (1, 2)),
    ]
    lines = {line.entrant: line for line in rank(table, range(1, 6))}
    assert {lines[one].points for one in (1, 2, 3)} == {2}
    assert {lines[one].direct for one in (1, 2, 3)} == {Fraction(1, 2)}
    assert lines[3].berger > lines[1].berger == lines[2].berger
    assert order(*table) == [4, 3, 1, 2, 5]


def test_matches_won_alone_come_before_the_draw() -> None:
    # Two at the same table: one won and lost, the other shared twice.
    level = Line(1, Fraction(1), Fraction(1, 2), Fraction(1, 2), 0)
    assert Line(2, Fraction(1), Fraction(1, 2), Fraction(1, 2), 1).key < level.key
    assert level.key < Line(2, Fraction(1), Fraction(1, 2), Fraction(1, 2), 0).key


def test_who_is_level_in_everything_stands_as_drawn() -> None:
    for count in (2, 3, 4):
        members = list(range(1, count + 1))
        assert order(scored(members[::-1], (1,) * count, None)) == members


def test_partial_ties_at_one_table_of_four() -> None:
    assert order(scored((1, 2, 3, 4), (3, 3, 1, 1))) == [3, 4, 1, 2]
    assert order(scored((1, 2, 3, 4), (2, 1, 2, 2))) == [2, 1, 3, 4]
    assert order(scored((1, 2, 3, 4), (1, 4, 1, 1))) == [1, 3, 4, 2]
    three = rank([scored((1, 2, 3), (1, 1, 3), (1, 1, 3))], (1, 2, 3))
    assert is_tied(three)
    assert not is_tied(rank([scored((1, 2, 3), (1, 2, 2))], (1, 2, 3)))


@pytest.mark.parametrize(
    ("members", "left", "places"),
    [
        ((1, 2), {2}, (1, 2)),
        ((1, 2), {1, 2}, (1, 1)),
        ((5, 6, 7), {6}, (1, 3, 1)),
        ((5, 6, 7, 8), {5, 8}, (3, 1, 1, 3)),
    ],
)
def test_what_is_forfeited_is_shared_by_those_who_stayed(
    members: tuple[int, ...], left: set[int], places: tuple[int, ...]
) -> None:
    assert forfeited(members, left) == places


def test_sums_are_exact() -> None:
    # Thirds and halves that floating point would not bring together again.
    score = scored((1, 2, 3, 4), *[(1, 2, 3, 4), (1, 3, 4, 2), (1, 4, 2, 3)] * 7)
    lines = rank([score], (1, 2, 3, 4))
    assert [line.points for line in lines] == [21, 7, 7, 7]
    assert [line.direct for line in lines[1:]] == [Fraction(1, 2)] * 3
