"""The clock counts what a replay keeps, and tells a sleeper from a busy host."""

from hypothesis import given
from hypothesis import strategies as st

from scuffle.clock import FAIR_SHARE, Clock, start_budget, waiting, whole_us
from scuffle.limits import Limits

MS = 1000


def test_the_bank_is_told_in_whole_ms_and_kept_in_us() -> None:
    clock = Clock(Limits(bank_ms=100, increment_ms=5))
    clock.charge(30_400, 30_400)
    assert clock.bank_ms == 74
    assert clock.budget().cpu_ns == 74_600_000


def test_waiting_shrinks_the_guard_until_less_is_left_than_for_one_request() -> None:
    clock = Clock(Limits(request_wall_ms=400, match_wall_ms=1000))
    for left in (400, 400, 200):
        assert clock.budget().wall_ns == left * 1_000_000
        clock.charge(0, 400 * MS)


def test_a_busy_host_is_not_a_sleeping_bot() -> None:
    clock = Clock(Limits(request_wall_ms=400, match_wall_ms=400))
    for _ in range(10):
        clock.charge(100 * MS, FAIR_SHARE * 100 * MS)
    assert clock.budget().wall_ns == 400_000_000
    assert waiting(100 * MS, 600 * MS) == 100 * MS


def test_the_start_has_its_own_budget() -> None:
    budget = start_budget(Limits(start_ms=7, start_wall_ms=9))
    assert (budget.cpu_ns, budget.wall_ns) == (7_000_000, 9_000_000)


@given(st.integers(0, 10**12))
def test_a_whole_us_is_never_too_little(ns: int) -> None:
    assert 0 <= whole_us(ns) * 1000 - ns < 1000


@given(st.lists(st.integers(0, 20_000), max_size=50))
def test_the_bank_follows_from_the_steps_of_a_replay(used_us: list[int]) -> None:
    limits = Limits(bank_ms=5000, increment_ms=10)
    clock = Clock(limits)
    for us in used_us:
        clock.charge(us, us)
    from_replay = sum(round(cpu_ms * 1000) for cpu_ms in (us / 1000 for us in used_us))
    assert clock.bank_ms == (5_000_000 + 10_000 * len(used_us) - from_replay) // 1000
