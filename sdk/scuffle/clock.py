"""One seat's clock: CPU time in a bank, Fischer style, and a guard on time spent waiting.

It counts whole microseconds, the unit that a replay keeps, so that the bank told with every
request can be computed again from a replay's steps.
"""

from dataclasses import replace
from enum import Enum, auto

from scuffle.limits import Limits
from scuffle.seat import Budget

FAIR_SHARE = 5
"""One CPU second may take this many wall-clock seconds before the rest counts as waiting.

A busy host that gives a bot a fifth of a core must not be taken for a bot that sleeps; the bank
ends a bot that only computes slowly.
"""

STARVED_SHARE = 5
"""A host is starved if it lost, or gave to others, more than one part in so many of the time.

Measured on two cores: beside 2-16 endless loops a computing program got 3-8 % of a core, and a
nap was late by about 30 % or, on other days, by nothing; with 25 % of a core it was late by 7 %.
"""


class Ruling(Enum):
    """What the clocks say of a request that is not answered, or was answered just now."""

    IN_TIME = auto()
    OUT_OF_CPU = auto()
    OUT_OF_WALL = auto()
    HOST_STARVED = auto()


def rule(budget: Budget, cpu_ns: int, wall_ns: int, lost_ns: int) -> Ruling:
    """Judge one request; all times in nanoseconds since it was sent.

    Args:
        budget: what it may use.
        cpu_ns: CPU time of everything in the bot's cage.
        wall_ns: wall-clock time.
        lost_ns: how long the host let others run meanwhile, by what no bot can move.
    """
    if cpu_ns > budget.cpu_ns:
        return Ruling.OUT_OF_CPU
    waited_ns = waiting(cpu_ns, wall_ns)
    starved = is_starved(wall_ns, lost_ns)
    if waited_ns - lost_ns > budget.wall_ns and not starved:
        return Ruling.OUT_OF_WALL
    if waited_ns > budget.wall_ns + budget.patience_ns and starved:
        return Ruling.HOST_STARVED
    return Ruling.IN_TIME


def is_starved(wall_ns: int, lost_ns: int) -> bool:
    """Whether it was the host that kept the bot from running."""
    return lost_ns * STARVED_SHARE > wall_ns


def doubled(budget: Budget) -> Budget:
    """The budget where nothing counts CPU time: twice the wall-clock time is all there is."""
    return replace(budget, wall_ns=2 * budget.wall_ns, patience_ns=2 * budget.patience_ns)


class Clock:
    """What one seat has left in a match."""

    def __init__(self, limits: Limits) -> None:
        """Start with a full bank."""
        self._limits = limits
        self._bank_us = limits.bank_ms * 1000
        self._waiting_us = limits.match_wall_ms * 1000

    @property
    def bank_ms(self) -> int:
        """The bank in whole milliseconds, as told to the bot."""
        return self._bank_us // 1000

    def budget(self) -> Budget:
        """What the next request may use."""
        request_us = self._limits.request_wall_ms * 1000
        waiting_us = max(0, min(request_us, self._waiting_us))
        return Budget(self._bank_us * 1000, waiting_us * 1000, request_us * 1000)

    def charge(self, cpu_us: int, wall_us: int, lost_us: int = 0) -> None:
        """Take off what an answer used, then add the increment; what the host lost is free."""
        self._bank_us += self._limits.increment_ms * 1000 - cpu_us
        self._waiting_us -= max(0, waiting(cpu_us, wall_us) - lost_us)


def waiting(cpu: int, wall: int) -> int:
    """How much of ``wall`` was spent waiting rather than computing; negative if none was."""
    return wall - FAIR_SHARE * cpu


def start_budget(limits: Limits) -> Budget:
    """What the start may use; it is not part of the bank."""
    wall_ns = limits.start_wall_ms * 1_000_000
    return Budget(cpu_ns=limits.start_ms * 1_000_000, wall_ns=wall_ns, patience_ns=wall_ns)


def whole_us(ns: int) -> int:
    """Nanoseconds as microseconds, rounded up: nothing used is nothing charged."""
    return -(-ns // 1000)
