"""The fit: what no order, repeat or tie may change, and what a win must not do."""

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scuffle_platform.rating import (
    Change,
    Contestant,
    Fitted,
    Result,
    change_sentence,
    changes,
    fit,
    tally,
)

NAMES = ("greedy", "ann", "bob", "cas", "dee")
CONTESTANTS = tuple(Contestant(name) for name in NAMES)


def rate(results: list[Result], contestants: tuple[Contestant, ...] = CONTESTANTS) -> Fitted:
    return fit(contestants, tally(results), "greedy")


def beat(winner: str, loser: str, *names: str) -> list[Result]:
    """One set: ``winner`` beats ``loser`` in both seats; ``names`` keeps ids apart."""
    tag = "-".join((winner, loser, *names))
    return [
        Result(f"{tag}-0", "f", (winner, loser), (1, 2)),
        Result(f"{tag}-1", "f", (loser, winner), (2, 1)),
    ]


@st.composite
def result_lists(draw: st.DrawFn, players: tuple[int, ...] = (2, 3, 4)) -> list[Result]:
    results = []
    for k in range(draw(st.integers(1, 12))):
        n = draw(st.sampled_from(players))
        versions = tuple(draw(st.permutations(NAMES))[:n])
        order = [draw(st.integers(1, n)) for _ in range(n)]
        places = tuple(1 + sum(other < mine for other in order) for mine in order)
        results.append(Result(f"m{k:02d}", f"format-{n}", versions, places))
    return results


@given(result_lists(), st.randoms())
@settings(max_examples=40, deadline=None)
def test_order_does_not_show_in_the_last_bit(results: list[Result], rng: random.Random) -> None:
    shuffled, crowd = list(results), list(CONTESTANTS)
    rng.shuffle(shuffled)
    rng.shuffle(crowd)
    assert rate(shuffled, tuple(crowd)) == rate(results)


@given(result_lists())
@settings(max_examples=25, deadline=None)
def test_the_anchor_stays_at_1000_and_every_number_is_finite(results: list[Result]) -> None:
    fitted = rate(results)
    assert fitted.estimates["greedy"].rating == 1000
    assert fitted.estimates["greedy"].plus_minus == 0
    assert all(
        0 < one.plus_minus <= 510 for name, one in fitted.estimates.items() if name != "greedy"
    )


@given(result_lists(), st.data())
@settings(max_examples=25, deadline=None)
def test_counts_that_grew_say_what_a_rebuild_says(
    results: list[Result], data: st.DataObject
) -> None:
    grown = tally(results[: data.draw(st.integers(0, len(results)))])
    rate(results)
    for result in results:
        grown.add(result)
    assert fit(CONTESTANTS, grown, "greedy") == rate(results)


@given(result_lists())
@settings(max_examples=25, deadline=None)
def test_what_a_match_changed_is_the_fit_with_it_less_the_fit_without(
    results: list[Result],
) -> None:
    counts, fitted = tally(results), rate(results)
    for gone in results:
        rest = rate([one for one in results if one != gone])
        for version, rating in fitted.without(counts, gone).items():
            assert rating == pytest.approx(rest.estimates[version].rating, abs=0.011)


@pytest.mark.parametrize("opponent", NAMES[:1] + NAMES[2:])
def test_a_won_set_never_lowers_the_winner(opponent: str) -> None:
    rng = random.Random(7)
    results: list[Result] = []
    for k in range(60):
        one, other = rng.sample(NAMES, 2)
        results += beat(one, other, str(k))
    before = rate(results).estimates["ann"]
    after = rate(results + beat("ann", opponent, "new")).estimates["ann"]
    assert after.rating >= before.rating
    assert after.lower >= before.lower


def test_beating_a_far_weaker_bot_a_hundred_times_never_lowers_the_shown_number() -> None:
    results = [*beat("greedy", "bob", "a"), *beat("greedy", "bob", "b")]
    shown = []
    for k in range(50):
        results += beat("ann", "bob", str(k))
        shown.append(rate(results).estimates["ann"].lower)
    assert shown == sorted(shown)


def test_everybody_tied_means_everybody_equal() -> None:
    results = [
        Result(f"{n}-{k}", str(n), order, (1,) * n)
        for n in (2, 3, 4)
        for k, order in enumerate(permutations(NAMES[:4], n))
    ]
    ratings = {one.rating for one in rate(results).estimates.values()}
    assert ratings == {1000}


@pytest.mark.parametrize(
    ("places", "order"),
    [
        ((1, 2, 3), ["ann", "bob", "cas"]),
        ((1, 1, 3), [("ann", "bob"), "cas"]),
        ((1, 2, 2), ["ann", ("bob", "cas")]),
        ((1, 1, 1), [("ann", "bob", "cas")]),
        ((1, 2, 3, 4), ["ann", "bob", "cas", "dee"]),
        ((1, 1, 3, 3), [("ann", "bob"), ("cas", "dee")]),
        ((1, 2, 2, 2), ["ann", ("bob", "cas", "dee")]),
        ((1, 2, 2, 4), ["ann", ("bob", "cas"), "dee"]),
        ((1, 1, 1, 4), [("ann", "bob", "cas"), "dee"]),
        ((1, 1, 1, 1), [("ann", "bob", "cas", "dee")]),
    ],
)
def test_every_tie_pattern_of_three_and_four(
    places: tuple[int, ...], order: list[str | tuple[str, ...]]
) -> None:
    """Each pattern is played in all seat rotations, so that no seat explains it."""
    names, n = NAMES[1 : 1 + len(places)], len(places)
    results = []
    for shift in range(n):
        seats = [(k + shift) % n for k in range(n)]
        results.append(
            Result(str(shift), "f", tuple(names[k] for k in seats), tuple(places[k] for k in seats))
        )
    ratings = {name: rate(results).estimates[name].rating for name in names}
    groups = [(group,) if isinstance(group, str) else group for group in order]
    levels = [{ratings[name] for name in group} for group in groups]
    assert all(len(level) == 1 for level in levels)
    tops = [level.pop() for level in levels]
    assert tops == sorted(tops, reverse=True)
    assert len(set(tops)) == len(tops)


def test_a_match_of_four_weighs_a_third_a_pair() -> None:
    counts = tally([Result("m", "f", NAMES[:4], (1, 2, 3, 4))])
    assert counts.won.tolist() == pytest.approx([1 / 3] * 6)
    assert counts.lost.tolist() == [0] * 6


def test_the_same_game_counts_once() -> None:
    once = Result("m1", "f", ("ann", "bob"), (1, 2), actions="abc")
    again = Result("m2", "f", ("ann", "bob"), (1, 2), actions="abc")
    swapped = Result("m3", "f", ("bob", "ann"), (1, 2), actions="abc")
    assert rate([once, again]) == rate([once])
    assert rate([once, swapped]) != rate([once])


def test_a_seat_that_always_wins_is_the_seat_not_the_bot() -> None:
    results = [
        Result(f"{k}", "f", pair, (1, 2)) for k, pair in enumerate([*permutations(NAMES, 2)] * 5)
    ]
    fitted = rate(results)
    assert {one.rating for one in fitted.estimates.values()} == {1000}
    first, second = fitted.biases
    assert (first.seat, second.seat) == (0, 1)
    assert first.low > 85
    assert first.win_percent + second.win_percent == pytest.approx(100, abs=0.02)


def test_a_successor_starts_at_its_predecessor() -> None:
    crowd = (*CONTESTANTS, Contestant("ann2", "ann"))
    fitted = fit(crowd, tally(beat("ann", "greedy") + beat("ann", "bob")), "greedy")
    assert fitted.estimates["ann2"].rating == fitted.estimates["ann"].rating
    assert fitted.estimates["ann2"].plus_minus > fitted.estimates["ann"].plus_minus


def test_a_prior_is_where_a_version_starts_and_results_move_it() -> None:
    crowd = (*CONTESTANTS, Contestant("eve", prior=(1400.0, 130.0)))
    alone = fit(crowd, tally([]), "greedy").estimates["eve"]
    assert (alone.rating, alone.plus_minus) == (1400.0, round(1.96 * 130, 2))
    beaten = fit(crowd, tally(beat("greedy", "eve")), "greedy").estimates["eve"]
    assert 1000 < beaten.rating < 1400
    assert beaten.plus_minus < alone.plus_minus
    # The slope at the top is nothing, wherever the prior's own top is.
    solution = fit(crowd, tally(beat("greedy", "eve") + beat("ann", "eve")), "greedy").solution
    assert abs(solution.posterior._slope(solution.point)).max() < 1e-7


def test_a_predecessor_in_the_ladder_comes_before_a_prior() -> None:
    crowd = (*CONTESTANTS, Contestant("ann2", "ann", prior=(1800.0, 100.0)))
    fitted = fit(crowd, tally(beat("ann", "bob")), "greedy")
    assert fitted.estimates["ann2"].rating == fitted.estimates["ann"].rating


def test_an_unknown_anchor_leaves_newcomers_at_1000() -> None:
    assert fit(CONTESTANTS, tally([]), None).estimates["ann"].rating == 1000
    assert fit((), tally([]), "greedy").estimates == {}


def test_a_match_changed_what_the_fit_without_it_says() -> None:
    results = [*beat("ann", "greedy"), *beat("bob", "ann")]
    fitted, last = rate(results), results[2]
    (winner, loser) = changes(tally(results), "greedy", fitted, [last], ())[last.match]
    assert winner.difference > 0 > loser.difference


NAMED = {name: f"{name} v1" for name in NAMES}


@pytest.mark.parametrize(
    ("result", "change", "sentence"),
    [
        (
            Result("m", "f", ("ann", "bob"), (1, 2)),
            Change(1000, 1012.345),
            "The win against bob v1 moved ann v1 from 1000.0 to 1012.3 (+12.3).",
        ),
        (
            Result("m", "f", ("ann", "bob"), (2, 1)),
            Change(1000, 990),
            "The loss against bob v1 moved ann v1 from 1000.0 to 990.0 (\N{MINUS SIGN}10.0).",
        ),
        (
            Result("m", "f", ("ann", "bob"), (1, 1)),
            Change(1000, 1000),
            "The draw with bob v1 left ann v1 at 1000.0.",
        ),
        (
            Result("m", "f", ("ann", "bob"), (1, 2)),
            Change(1900, 1900),
            "The win against bob v1 left ann v1 at 1900.0, as it was all but certain.",
        ),
        (
            Result("m", "f", ("ann", "bob", "cas"), (2, 1, 2)),
            Change(1000, 990),
            "Coming second (shared) of 3 moved ann v1 from 1000.0 to 990.0 (\N{MINUS SIGN}10.0).",
        ),
        (
            Result("m", "f", ("ann", "bob"), (1, 2)),
            Change(1000, 1000, repeated=True),
            "The same game had been played before, so it counts once: ann v1 stays.",
        ),
        (
            Result("m", "f", ("ann", "bob"), (1, 2)),
            Change(1000, 1000, fixed=True),
            "The win against bob v1 moved others only: "
            "ann v1 stays at 1000, which the scale hangs on.",
        ),
        (
            Result("m", "f", ("ann", "bob"), (1, 2)),
            Change(1000, 999),
            "The win against bob v1 moved ann v1 from 1000.0 to 999.0 (\N{MINUS SIGN}1.0). "
            "It says more about what this seat is worth than about the bot.",
        ),
    ],
)
def test_the_change_in_words(result: Result, change: Change, sentence: str) -> None:
    assert change_sentence(result, 0, change, NAMED) == sentence
