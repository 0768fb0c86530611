"""Sets: what is played, in which order, and what is kept."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest

from scuffle.bench import Ended, plan, play_set, run_sets
from scuffle.bench_kept import Bench, SetResult, open_bench, read_results
from scuffle.contract import Outcome, Verdict
from scuffle.jobs import StepRecord, VerdictRecord
from scuffle.playing import WrongNumber
from scuffle.registry import game

OK = VerdictRecord(verdict=Verdict.OK)
VIRUS_WAR = game("virus-war")


def seat_0_wins(seating, seed, settings):
    return Ended(Outcome((1, 2), (1.0, 0.0), "shut-in"), (OK, OK))


def lower_bot_wins(seating, seed, settings):
    places = tuple(1 + (bot != min(seating)) for bot in seating)
    return Ended(Outcome(places, (0.0, 0.0), "shut-in"), (OK, OK))


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
        return Ended(Outcome((1, 1), (0.5, 0.5), "double-pass"), (OK, crash))

    found = play_set(plan(VIRUS_WAR, 2, 1, "s", {})[0], tie_with_a_crash)
    assert found.points == (0.5, 0.5)
    assert found.faults == (("crash",), ("crash",))


def run(plans, play_one, keep, wanted=lambda _: True, jobs=2):
    with ThreadPoolExecutor(jobs) as pool:
        run_sets(plans, partial(play_set, play_one=play_one), keep, wanted, pool, 3 * jobs)


def test_results_come_in_the_order_of_the_plan_however_many_run_at_once():
    plans = plan(VIRUS_WAR, 2, 8, "s", {})
    both_run = Barrier(2)

    def slow_first(seating, seed, settings):
        if seed in ("s-0", "s-1") and seating == (0, 1):
            both_run.wait(20)
        return seat_0_wins(seating, seed, settings)

    order = []
    run(plans, slow_first, lambda one: order.append(one.index))
    assert order == list(range(8))


def test_what_was_begun_and_is_no_longer_wanted_is_dropped():
    kept = []
    run(plan(VIRUS_WAR, 2, 50, "s", {}), seat_0_wins, kept.append, lambda _: not kept)
    assert [one.index for one in kept] == [0]


@pytest.fixture
def results(tmp_path):
    return tmp_path / "kept" / "bench.jsonl"


def result(index, first=1.0):
    games = (f"{index}a", f"{index}b")
    return SetResult((0, 1), index, (first, 1 - first), (2, 0), ((), ()), (0.5, 0.5), games)


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
    found.keep(
        SetResult(
            (0, 1, 2), 0, (1.0, 0.5, 0.0), (3, 0, 0), ((), (), ()), (0.5, 0.5, 0.5), ("a", "b", "c")
        )
    )
    assert found.scores(0, 1) == [0.75]
    assert found.scores(0, 2) == [1.0]
    assert found.pairs() == [(0, 1), (0, 2), (1, 2)]


def grow(row, player=0):
    return StepRecord(player=player, action={"action": "grow", "params": {"row": row}})


def test_equal_matches_are_those_with_equal_settings_and_actions():
    won = Outcome((1, 2), (1.0, 0.0), "shut-in")
    one = Ended(won, (OK, OK), [grow(1)])
    assert one.digest({"size": 8}) == Ended(won, (OK, OK), [grow(1)]).digest({"size": 8})
    assert one.digest({"size": 8}) != one.digest({"size": 9})
    assert one.digest({}) != Ended(won, (OK, OK), [grow(2)]).digest({})
    failed = VerdictRecord(verdict=Verdict.TIMEOUT, step=1)
    assert Ended(won, (OK, failed), [grow(1)]).digest({}) == ""


def test_a_set_of_matches_that_were_all_played_before_counts_once(tmp_path):
    found = Bench(["a", "b"], tmp_path / "x", [])
    for index, games in enumerate([("g", "h"), ("g", "h"), ("g", "i"), ("h", "g"), ("", "")]):
        found.keep(SetResult((0, 1), index, (1.0, 0.0), (2, 0), ((), ()), (0.5, 0.5), games))
    assert (found.matches, found.different) == (10, 7)
    assert len(found.scores(0, 1)) == 4
    again = open_bench(["a", "b"], tmp_path / "x", resume=True)
    assert (again.different, again.scores(0, 1)) == (found.different, found.scores(0, 1))


def test_a_decided_pair_plays_no_more_and_the_others_go_on(tmp_path):
    found = Bench(["a", "b", "c"], tmp_path / "x", [])

    def c_loses_and_the_others_are_level(seating, seed, settings):
        places = tuple(2 if bot == 2 else 1 for bot in seating)
        if 2 not in seating:
            return seat_0_wins(seating, seed, settings)
        return Ended(Outcome(places, (0.0, 0.0), "shut-in"), (OK, OK))

    def wanted(one):
        return found.wants(one.bots, (0.0, 50.0), 30)

    plans = plan(VIRUS_WAR, 3, 30, "s", {})
    run(plans, no_two_alike(c_loses_and_the_others_are_level), found.keep, wanted)
    answers = {pair: found.judged(pair, (0.0, 50.0), 30) for pair in found.pairs()}
    assert [str(one.answer) for one in answers.values()] == ["not-better", "better", "better"]
    sets = [len(found.scores(*pair)) for pair in answers]
    assert sets == [one.sets for one in answers.values()]
    assert 8 <= sets[0] != sets[1] < 30
    assert found.quarters(0, 1) == (0, 0, sets[0], 0, 0)


def no_two_alike(play_one):
    """The same, with matches that differ."""

    def played(seating, seed, settings):
        ended = play_one(seating, seed, settings)
        return Ended(ended.outcome, ended.verdicts, [grow(int(seed.partition("-")[2]))])

    return played


def test_a_damaged_file_keeps_what_comes_before_the_damage(results):
    open_bench(["a", "b"], results, resume=False).keep(result(0))
    for damage in (b"\xff\xfe\n", b"[1]\n", b'{"bots": 3}\n', b"null\n"):
        results.write_bytes((result(0).dump() + "\n").encode() + damage)
        assert read_results(results) == [result(0)]
