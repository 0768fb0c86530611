"""Bots that use exactly 90, 99, 101 and 150 % of a limit, a thousand turns each, judged exactly.

The pure clock gets the figures that a cage would measure, on an idle machine and on a loaded one;
``contracts/test_backends_limits.py`` has real programs use the same shares in real cages.
"""

import pytest

from scuffle.cage import Exit, Metering
from scuffle.clock import FAIR_SHARE, Clock, Ruling, doubled, rule, start_budget
from scuffle.contract import Verdict
from scuffle.evidence import is_busy
from scuffle.limits import Limits
from scuffle.seat import BotFault, Budget
from scuffle.session_seat import SessionSeat

TURNS = 1000
LIMITS = Limits()
MS = 1_000_000
PERCENTS = (90, 99, 100, 101, 150)


def play(cpu_us: int, waiting_us: int, lost_us: int = 0, load: int = 1) -> tuple[int, Ruling]:
    """A match of equal turns: how many were answered, and what ended it.

    On a loaded machine what is computed takes ``load`` times as long.
    """
    clock, wall_us = Clock(LIMITS), load * cpu_us + waiting_us + lost_us
    for turn in range(TURNS):
        ruling = rule(clock.budget(), cpu_us * 1000, wall_us * 1000, lost_us * 1000)
        if ruling is not Ruling.IN_TIME:
            return turn, ruling
        clock.charge(cpu_us, wall_us, lost_us)
    return TURNS, Ruling.IN_TIME


def fails_after(whole_us: int, each_us: int, increment_us: int = 0) -> int:
    """The turn at which ``each_us`` a turn is more than what is left."""
    return next(n for n in range(TURNS) if (n + 1) * each_us > whole_us + n * increment_us)


@pytest.mark.parametrize("load", [1, FAIR_SHARE])
@pytest.mark.parametrize("percent", PERCENTS)
def test_the_bank_over_a_thousand_turns(percent: int, load: int) -> None:
    bank, increment = LIMITS.bank_ms * 1000, LIMITS.increment_ms * 1000
    allowed_us = (bank + (TURNS - 1) * increment) // TURNS
    each_us = allowed_us * percent // 100
    turn, ruling = play(each_us, 0, load=load)
    if percent <= 100:
        assert (turn, ruling) == (TURNS, Ruling.IN_TIME)
    else:
        assert (turn, ruling) == (fails_after(bank, each_us, increment), Ruling.OUT_OF_CPU)


@pytest.mark.parametrize("lost_us", [0, 30_000], ids=["idle", "30 ms late each turn"])
@pytest.mark.parametrize("percent", PERCENTS)
def test_the_waiting_of_a_match_over_a_thousand_turns(percent: int, lost_us: int) -> None:
    whole_us = LIMITS.match_wall_ms * 1000
    each_us = whole_us // TURNS * percent // 100
    turn, ruling = play(0, each_us, lost_us if percent <= 100 else 0)
    if percent <= 100:
        assert (turn, ruling) == (TURNS, Ruling.IN_TIME)
    else:
        assert (turn, ruling) == (fails_after(whole_us, each_us), Ruling.OUT_OF_WALL)


@pytest.mark.parametrize("percent", PERCENTS)
@pytest.mark.parametrize("kind", ["request", "start"])
def test_one_wait(kind: str, percent: int) -> None:
    budget = Clock(LIMITS).budget() if kind == "request" else start_budget(LIMITS)
    waited_ns = budget.wall_ns * percent // 100
    idle = Ruling.IN_TIME if percent <= 100 else Ruling.OUT_OF_WALL
    assert rule(budget, 0, waited_ns, 0) is idle
    assert rule(budget, 5 * MS, waited_ns + FAIR_SHARE * 5 * MS, 0) is idle
    # The host lost a tenth of the time: that much more is waited, and no more.
    assert rule(budget, 0, waited_ns * 10 // 9, waited_ns // 9) is idle


@pytest.mark.parametrize("percent", PERCENTS)
def test_one_start_that_computes(percent: int) -> None:
    budget = start_budget(LIMITS)
    used_ns = budget.cpu_ns * percent // 100
    expected = Ruling.IN_TIME if percent <= 100 else Ruling.OUT_OF_CPU
    for load in (1, FAIR_SHARE):
        assert rule(budget, used_ns, load * used_ns, 0) is expected


@pytest.mark.parametrize("percent", PERCENTS)
def test_a_starved_host_is_waited_for_up_to_a_cap_and_never_blamed_on_the_bot(percent: int) -> None:
    budget = Clock(LIMITS).budget()
    cap_ns = budget.wall_ns + budget.patience_ns
    waited_ns = cap_ns * percent // 100
    expected = Ruling.IN_TIME if percent <= 100 else Ruling.HOST_STARVED
    assert rule(budget, 0, waited_ns, waited_ns // 4) is expected
    assert rule(budget, 0, waited_ns, waited_ns) is expected
    assert rule(budget, MS, waited_ns + FAIR_SHARE * MS, waited_ns // 2) is expected


def test_a_bot_that_computes_is_ended_by_its_bank_also_on_a_starved_host() -> None:
    budget = Clock(LIMITS).budget()
    assert rule(budget, budget.cpu_ns + 1, 900 * budget.wall_ns, 800 * budget.wall_ns) is (
        Ruling.OUT_OF_CPU
    )


def test_what_the_host_loses_is_not_taken_from_the_match() -> None:
    clock = Clock(LIMITS)
    for _ in range(TURNS):
        clock.charge(0, 500_000, 500_000)
    assert clock.budget() == Clock(LIMITS.model_copy(update={"bank_ms": 60_000})).budget()


def test_a_guard_that_is_used_up_is_not_negative() -> None:
    clock = Clock(LIMITS)
    clock.charge(0, LIMITS.match_wall_ms * 2000)
    budget = clock.budget()
    assert (budget.wall_ns, budget.patience_ns) == (0, LIMITS.request_wall_ms * MS)
    assert rule(budget, MS, MS, 0) is Ruling.IN_TIME
    assert rule(budget, 0, MS, 0) is Ruling.OUT_OF_WALL


class Metered:
    """A session that answers at once and has used what the test says."""

    def __init__(self, each_ns: int, metering: Metering = Metering.CGROUP) -> None:
        self.metering = metering
        self._each_ns = each_ns
        self._used_ns = 0

    def send(self, data: bytes, deadline: float) -> None:
        self._used_ns += self._each_ns

    def recv(self, deadline: float) -> bytes:
        return b"{}"

    def pending(self) -> bool:
        return False

    def cpu_ns(self) -> int:
        return self._used_ns

    def freeze(self) -> None:
        """It never runs."""

    def thaw(self) -> None:
        """It never runs."""

    def take_stderr(self) -> str:
        return ""

    def lost_s(self, since: float) -> float:
        return 0.0

    def close(self, grace_s: float = 0.0) -> Exit:
        return Exit(0, None, cpu_ns=self._used_ns, peak_memory_kb=2048)


@pytest.mark.parametrize("percent", PERCENTS)
def test_a_seat_takes_a_thousand_turns_to_the_last_microsecond(percent: int) -> None:
    bank, increment = LIMITS.bank_ms * 1000, LIMITS.increment_ms * 1000
    each_us = (bank + (TURNS - 1) * increment) // TURNS * percent // 100
    seat, clock = SessionSeat(Metered(each_us * 1000)), Clock(LIMITS)
    answered, fault = 0, None
    try:
        for _ in range(TURNS):
            answer = seat.ask(b"{}\n", clock.budget())
            clock.charge(answer.cpu_ns // 1000, answer.wall_ns // 1000)
            answered += 1
    except BotFault as raised:
        fault = raised
    assert (fault and fault.verdict) == (None if percent <= 100 else Verdict.TIMEOUT)
    assert answered == (TURNS if percent <= 100 else fails_after(bank, each_us, increment))
    seat.end(b"{}\n")
    told = seat.evidence()
    assert told["requests"] == min(answered + 1, TURNS)
    assert (told["clock"], told["exit"], told["peak_memory_mb"]) == ("cgroup", "code 0", 2.0)


def test_without_any_clock_wall_limits_are_doubled() -> None:
    assert doubled(Budget(1, 2, 3)) == Budget(1, 4, 6)
    seat = SessionSeat(Metered(0, Metering.NONE))
    assert seat.ask(b"{}\n", Budget(MS, 1000 * MS)).cpu_ns == 0
    assert seat.evidence()["clock"] == "none"


@pytest.mark.parametrize(("used_ns", "busy"), [(10_000, False), (499_000, False), (501_000, True)])
def test_half_the_time_is_busy(used_ns: int, busy: bool) -> None:
    assert is_busy(used_ns, MS) is busy
