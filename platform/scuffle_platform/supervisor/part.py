"""One part of the house: a command, its process, its log, and how often it died."""

import os
import signal
import subprocess
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from scuffle_platform.supervisor.orphan import prepare_child

DEATHS, WITHIN_S = 5, 60.0
RESTART_AFTER_S = 0.5
LOG_KEPT_BYTES = 10_000_000


@dataclass(frozen=True)
class Plan:
    """How one part is started and stopped.

    Attributes:
        name: as shown to people, and the name of its log.
        argv: the command.
        env: variables beyond those of all parts; ``None`` takes one away.
        grace_s: how long it may take to end after SIGTERM.
        once: whether it ends by itself, and is not started again then.
    """

    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str | None] = field(default_factory=dict)
    grace_s: float = 5.0
    once: bool = False


class Part:
    """A started plan. All times are ``time.monotonic()`` seconds.

    Attributes:
        plan: what it was made from.
        log: the file that takes its output.
        left_down: whether it died too often and is not started again.
        restart_at: when to start it again, or ``None`` while it runs or stays down.
    """

    def __init__(self, plan: Plan, logs: Path, environment: Mapping[str, str]) -> None:
        self.plan = plan
        self.log = logs / f"{plan.name}.log"
        self.left_down = False
        self.restart_at: float | None = None
        changed = {**environment, **plan.env}
        self._environment = {name: text for name, text in changed.items() if text is not None}
        self._deaths: deque[float] = deque(maxlen=DEATHS)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process in a session of its own, so that no Ctrl-C reaches it but ours."""
        self.restart_at = None
        self._turn_log()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.plan.argv,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self._environment,
                start_new_session=True,
                preexec_fn=partial(prepare_child, os.getpid()),
            )

    def _turn_log(self) -> None:
        if self.log.exists() and self.log.stat().st_size > LOG_KEPT_BYTES:
            self.log.replace(self.log.with_suffix(".log.1"))

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.poll() is None

    def died(self, now: float) -> bool:
        """Notice an exit: plan a restart, or give up after too many; whether there was one."""
        if self._process is None or self._process.poll() is None:
            return False
        self._kill_session()
        if self.plan.once:
            return False
        self._deaths.append(now)
        self.left_down = len(self._deaths) == DEATHS and now - self._deaths[0] <= WITHIN_S
        self.restart_at = None if self.left_down else now + RESTART_AFTER_S
        return True

    def ask_to_stop(self) -> None:
        """Send SIGTERM."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill whatever of it is still there."""
        if self._process is not None:
            self._kill_session()

    def _kill_session(self) -> None:
        """End the process and what it started in its own process group."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def last_lines(self, count: int = 12) -> list[str]:
        """The end of the log."""
        with self.log.open("rb") as log:
            log.seek(max(self.log.stat().st_size - 8_000, 0))
            return log.read().decode(errors="replace").splitlines()[-count:]
