"""One seat's clock: CPU time in a bank, Fischer style, and a guard on time spent waiting.

It counts whole microseconds, the unit that a replay keeps, so that the bank told with every
request can be computed again from a replay's steps.
"""

from scuffle.limits import Limits
from scuffle.seat import Budget


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
        self._waiting_us -= max(0, wall_us - cpu_us)


def start_budget(limits: Limits) -> Budget:
    """What the start may use; it is not part of the bank."""
    return Budget(cpu_ns=limits.start_ms * 1_000_000, wall_ns=limits.start_wall_ms * 1_000_000)


def whole_us(ns: int) -> int:
    """Nanoseconds as microseconds, rounded up: nothing used is nothing charged."""
    return -(-ns // 1000)
