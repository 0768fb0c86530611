"""Keeps the parts up until a signal says stop.

One thread, no handlers: the signals are blocked and taken one by one, so nothing happens in the
middle of something else, and the thread that forks the parts lives as long as they do (their
parent-death signal hangs on it).
"""

import signal
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from scuffle_platform.supervisor.part import Part, Plan

STOP = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LOOK_EVERY_S = 0.1
IDLE_S = 30.0


class Stopped(Exception):
    """A person or the system asked to stop."""


class Keeper:
    """Starts parts in waves, restarts what exits, stops the waves in reverse order."""

    def __init__(
        self, logs: Path, environment: Mapping[str, str], tell: Callable[[str], None]
    ) -> None:
        """Keep parts whose logs go to the folder ``logs``; ``tell`` speaks to the person."""
        self._logs, self._environment, self._tell = logs, environment, tell
        self._waves: list[list[Part]] = []
        signal.pthread_sigmask(signal.SIG_BLOCK, (*STOP, signal.SIGCHLD))

    def start(self, *plans: Plan) -> list[Part]:
        """Start parts that are later stopped together, before all that were started earlier."""
        wave = [Part(plan, self._logs, self._environment) for plan in plans]
        self._waves.append(wave)
        for part in wave:
            part.start()
        return wave

    @property
    def _parts(self) -> list[Part]:
        return [part for wave in self._waves for part in wave]

    def wait_for(self, condition: Callable[[], object], limit_s: float) -> bool:
        """Keep everything up until ``condition`` holds; whether it did within ``limit_s``.

        Raises:
            Stopped: a stop signal came meanwhile.
        """
        give_up = time.monotonic() + limit_s
        while not condition():
            if time.monotonic() > give_up:
                return False
            self._turn(LOOK_EVERY_S)
        return True

    def keep(self) -> None:
        """Keep everything up for good.

        Raises:
            Stopped: a stop signal came.
        """
        while True:
            self._turn(self._until_next_restart())

    def _until_next_restart(self) -> float:
        now = time.monotonic()
        due = [part.restart_at - now for part in self._parts if part.restart_at is not None]
        return max(min(due, default=IDLE_S), 0.0)

    def _turn(self, at_most_s: float) -> None:
        """Sleep until a signal or ``at_most_s``, then look after every part."""
        got = signal.sigtimedwait((*STOP, signal.SIGCHLD), at_most_s)
        if got is not None and got.si_signo in STOP:
            raise Stopped(signal.Signals(got.si_signo).name)
        now = time.monotonic()
        for part in self._parts:
            if part.died(now):
                self._tell_of_death(part)
            elif part.restart_at is not None and part.restart_at <= now:
                part.start()

    def _tell_of_death(self, part: Part) -> None:
        if not part.left_down:
            self._tell(f"{part.plan.name} ended and is started again; its log: {part.log}")
            return
        last = "\n".join(f"    {line}" for line in part.last_lines())
        self._tell(
            f"{part.plan.name} ended 5 times within a minute and is left down. Its last lines:\n"
            f"{last}\n    Mend that and start again; the whole log: {part.log}"
        )

    def stop(self) -> None:
        """Stop all waves, the last started first; a second stop signal shortens the wait."""
        while self._waves:
            wave = self._waves.pop()
            for part in wave:
                part.ask_to_stop()
            self._wait_for_exits(wave)
            for part in wave:
                part.kill()

    def _wait_for_exits(self, wave: list[Part]) -> None:
        by = time.monotonic() + max((part.plan.grace_s for part in wave), default=0.0)
        while any(part.running for part in wave) and time.monotonic() < by:
            got = signal.sigtimedwait((*STOP, signal.SIGCHLD), LOOK_EVERY_S)
            if got is not None and got.si_signo in STOP:
                return
