"""One seat's clock: CPU time in a bank, Fischer style, and a guard on time spent waiting.

It counts whole microseconds, the unit that a replay keeps, so that the bank told with every
request can be computed again from a replay's steps.
"""

from scuffle.limits import Limits
from scuffle.seat import Budget

FAIR_SHARE = 5
"""One CPU second may take this many wall-clock seconds before the rest counts as waiting.

A busy host that gives a bot a fifth of a core must not be taken for a bot that sleeps; the bank
ends a bot that only computes slowly.
"""


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
        waiting_us = min(self._limits.request_wall_ms * 1000, self._waiting_us)
        return Budget(cpu_ns=self._bank_us * 1000, wall_ns=waiting_us * 1000)

    def charge(self, cpu_us: int, wall_us: int) -> None:
        """Take off what an answer used, then add the increment."""
        self._bank_us += self._limits.increment_ms * 1000 - cpu_us
        self._waiting_us -= max(0, waiting(cpu_us, wall_us))


def waiting(cpu: int, wall: int) -> int:
    """How much of ``wall`` was spent waiting rather than computing; negative if none was."""
    return wall - FAIR_SHARE * cpu


def start_budget(limits: Limits) -> Budget:
    """What the start may use; it is not part of the bank."""
    return Budget(cpu_ns=limits.start_ms * 1_000_000, wall_ns=limits.start_wall_ms * 1_000_000)


def whole_us(ns: int) -> int:
    """Nanoseconds as microseconds, rounded up: nothing used is nothing charged."""
    return -(-ns // 1000)
