"""Who is to blame, by tables; and counters that cannot say more than there was."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scuffle_platform.blame import Run, Sat, figures, judge

START = datetime(2026, 3, 1, tzinfo=UTC)


def line(worker: str, marks: str, game: str = "chess", **more: object) -> list[Run]:
    """Runs of one worker in order: ``+`` came, ``-`` void by the worker, ``o`` void by others."""
    return [
        Run(
            worker,
            game,
            START + timedelta(seconds=second),
            mark == "+",
            mark == "-",
            tuple(Sat(f"bot{(second + seat) % 5}", f"v{(second + seat) % 5}") for seat in (0, 1)),
        )
        for second, mark in enumerate(marks)
    ]


@pytest.mark.parametrize(
    ("runs", "blamed"),
    [
        (line("bad", "----") + line("good", "++++"), ({"bad"}, set())),
        (line("bad", "+-+-+-+-") + line("good", "++++"), ({"bad"}, set())),
        (line("bad", "----++") + line("good", "++++"), (set(), set())),  # it has come right
        (line("bad", "---") + line("good", "++++"), (set(), set())),  # too few to say
        (line("a", "----") + line("b", "----"), (set(), {"chess"})),
        (line("a", "----") + line("a", "++++", "go"), (set(), {"chess"})),
        (line("a", "----") + line("a", "----", "go"), ({"a"}, set())),
        (line("a", "----"), (set(), set())),  # nothing to compare with
        (line("a", "oooo"), (set(), {"chess"})),  # what the site itself could not do
        (line("a", "oooo") + line("b", "++++"), (set(), set())),
    ],
)
def test_blame_needs_contrast(runs: list[Run], blamed: tuple[set[str], set[str]]) -> None:
    found = judge(runs)
    assert (set(found.workers), set(found.games)) == blamed


def test_a_single_worker_with_a_single_game_is_unsure() -> None:
    assert judge(line("a", "----")).unsure == {"a"}
    assert judge(line("a", "----") + line("b", "++++")).unsure == set()


def test_one_bot_that_comes_to_nothing_is_no_workers_fault() -> None:
    seats = (Sat("stalls", "v1"), Sat("greedy", "v2"))
    void = [Run("a", "chess", START + timedelta(seconds=n), False, True, seats) for n in range(8)]
    assert judge(void + line("b", "++++")).workers == {}


def seated(worker: str, bots: int, failing: set[int], rounds: int = 6) -> list[Run]:
    """Runs in which each bot sits alone, and some fail."""
    return [
        Run(
            worker,
            "chess",
            START + timedelta(seconds=at),
            True,
            seats=(Sat(f"bot{bot}", f"v{bot}", failed=bot in failing),),
        )
        for at in range(rounds)
        for bot in range(bots)
    ]


def test_bots_that_do_fine_elsewhere_speak_against_the_worker_on_which_they_fail() -> None:
    found = judge(seated("bad", 5, {0, 1, 2}) + seated("good", 5, set()))
    assert set(found.workers) == {"bad"}
    assert "3 bots that do fine elsewhere failed in 18 of 30 seats" in found.workers["bad"]


def test_a_bot_that_fails_everywhere_is_its_own_fault() -> None:
    everywhere = seated("a", 5, {0, 1, 2}) + seated("b", 5, {0, 1, 2})
    assert judge(everywhere).workers == {}
    told = figures(everywhere)["a"]
    assert (told.failures, told.expected) == (18, 18.0)


def timed(worker: str, ms: float) -> list[Run]:
    seats = tuple(Sat(f"bot{n}", f"v{n}", False, ms, 2 * ms, 50) for n in range(4))
    return [Run(worker, "chess", START, True, seats=seats)]


def test_a_slow_worker_is_flagged_and_a_quick_one_is_not() -> None:
    found = judge(timed("slow", 100.0) + timed("a", 40.0) + timed("b", 40.0))
    assert found.slow == {"slow": 2.5}
    assert found.workers == {}
    assert judge(timed("a", 50.0) + timed("b", 40.0)).slow == {}


SATS = some.builds(
    Sat,
    some.sampled_from("abcd"),
    some.sampled_from("abcd"),
    some.booleans(),
    some.floats(0, 1e6),
    some.floats(0, 1e6),
    some.integers(0, 200),
)
RUNS = some.lists(
    some.builds(
        Run,
        some.sampled_from(["", "w1", "w2", "w3"]),
        some.sampled_from(["chess", "go"]),
        some.datetimes(timezones=some.just(UTC)),
        some.booleans(),
        some.booleans(),
        some.lists(SATS, max_size=4).map(tuple),
    ),
    max_size=60,
)


@given(RUNS)
def test_no_counter_says_more_than_there_was(runs: list[Run]) -> None:
    found = figures(runs)
    assert sum(one.matches + one.voids for one in found.values()) == sum(
        run.worker != "" for run in runs
    )
    for one in found.values():
        assert 0 <= one.failures <= one.seats
        assert 0 <= one.expected <= one.judged <= one.seats
        assert one.slowness is None or one.slowness >= 0
    blamed = judge(runs)
    assert set(blamed.workers) | set(blamed.slow) | blamed.unsure <= {run.worker for run in runs}
    assert set(blamed.games) <= {run.game for run in runs}
