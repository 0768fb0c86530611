"""Sets: what is played, in which order, and what is kept."""

from threading import Barrier

import pytest

from scuffle.bench import Bench, SetResult, open_bench, plan, play_set, read_results, run_sets
from scuffle.contract import Outcome, Verdict
from scuffle.jobs import VerdictRecord
from scuffle.playing import WrongNumber
from scuffle.registry import game

OK = VerdictRecord(verdict=Verdict.OK)
VIRUS_WAR = game("virus-war")


def seat_0_wins(seating, seed, settings):
    return Outcome((1, 2), (1.0, 0.0), "shut-in"), (OK, OK)


def lower_bot_wins(seating, seed, settings):
    places = tuple(1 + (bot != min(seating)) for bot in seating)
    return Outcome(places, (0.0, 0.0), "shut-in"), (OK, OK)


def test_first_set_is_bare_and_later_ones_open_with_two_turns():
    plans = plan(VIRUS_WAR, 2, 3, "s", {"size": 8})
    assert [one.settings for one in plans] == [
        {"size": 8},
        {"size": 8, "opening_turns": 2},
        {"size": 8, "opening_turns": 2},
    ]
    assert [one.seed for one in plans] == ["s-0", "s-1", "s-2"]


def test_own_opening_setting_wins():
    assert plan(VIRUS_WAR, 2, 2, "s", {"opening_turns": 1})[1].settings == {"opening_turns": 1}


def test_three_bots_meet_in_pairs_round_by_round():
    plans = plan(VIRUS_WAR, 3, 2, "s", {})
    assert [one.bots for one in plans] == [(0, 1), (0, 2), (1, 2)] * 2
    assert {one.seed for one in plans[:3]} == {"s-0"}


def test_one_bot_is_too_few():
    with pytest.raises(WrongNumber, match="at least 2 bots, found 1"):
        plan(VIRUS_WAR, 1, 1, "s", {})


def test_a_set_seats_every_bot_everywhere():
    one = plan(VIRUS_WAR, 2, 1, "s", {})[0]
    assert list(one.seatings()) == [(0, 1), (1, 0)]
    even = play_set(one, seat_0_wins)
    assert (even.points, even.wins, even.seat_points) == ((0.5, 0.5), (1, 1), (1.0, 0.0))
    better = play_set(one, lower_bot_wins)
    assert (better.points, better.wins, better.seat_points) == ((1.0, 0.0), (2, 0), (0.5, 0.5))


def test_faults_and_ties_are_counted():
    def tie_with_a_crash(seating, seed, settings):
        crash = VerdictRecord(verdict=Verdict.CRASH, step=3)
        return Outcome((1, 1), (0.5, 0.5), "double-pass"), (OK, crash)

    found = play_set(plan(VIRUS_WAR, 2, 1, "s", {})[0], tie_with_a_crash)
    assert found.points == (0.5, 0.5)
    assert found.faults == (("crash",), ("crash",))


def test_results_come_in_the_order_of_the_plan_however_many_run_at_once():
    plans = plan(VIRUS_WAR, 2, 8, "s", {})
    both_run = Barrier(2)

    def slow_first(seating, seed, settings):
        if seed in ("s-0", "s-1") and seating == (0, 1):
            both_run.wait(20)
        return seat_0_wins(seating, seed, settings)

    order = []
    run_sets(plans, slow_first, 2, lambda one: not order.append(one.index))
    assert order == list(range(8))


def test_stops_when_told():
    kept = []
    run_sets(plan(VIRUS_WAR, 2, 50, "s", {}), seat_0_wins, 2, lambda one: bool(kept.append(one)))
    assert [one.index for one in kept] == [0]


@pytest.fixture
def results(tmp_path):
    return tmp_path / "kept" / "bench.jsonl"


def result(index, first=1.0):
    return SetResult((0, 1), index, (first, 1 - first), (2, 0), ((), ("crash",)), (0.5, 0.5))


def test_what_is_done_is_kept_and_a_cut_line_is_not(results):
    open_bench(["a", "b"], results, resume=False).keep(result(0))
    with results.open("a") as stream:
        stream.write('{"bots": [0, 1], "ind')
    assert read_results(results) == [result(0)]
    resumed = open_bench(["a", "b"], results, resume=True)
    resumed.keep(result(1))
    assert read_results(results) == [result(0), result(1)]
    assert open_bench(["a", "b"], results, resume=False).results == []


def test_three_bots_are_compared_by_who_did_better(tmp_path):
    found = Bench(["a", "b", "c"], tmp_path / "x", [])
    found.keep(SetResult((0, 1, 2), 0, (1.0, 0.5, 0.0), (3, 0, 0), ((), (), ()), (0.5, 0.5, 0.5)))
    assert found.scores(0, 1) == [0.75]
    assert found.scores(0, 2) == [1.0]
    assert found.pairs() == [(0, 1), (0, 2), (1, 2)]
