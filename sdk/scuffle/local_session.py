"""One uncaged process for one match."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from typing import IO

from scuffle.cage import Exit, Launch, Metering
from scuffle.limits import Limits
from scuffle.local_clock import CpuClock, RunDelay
from scuffle.local_pipes import open_pipes
from scuffle.streams import Excerpt, Lines

_READS_AT_ONCE = 16
"""How many chunks one look at the pipes reads at most: a flood must not hold us."""

_LAST_WORDS_S = 0.1

_FIRST_SIGNAL_CODE = 128


class LocalSession:
    """One plain process for one match."""

    def __init__(self, argv: list[str], launch: Launch, limits: Limits) -> None:
        """Start it in the bot's folder.

        Raises:
            OSError: it cannot be started.
        """
        self._process = subprocess.Popen(
            argv,
            cwd=launch.root,
            env=os.environ | dict(launch.env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._out = Lines(limits.answer_kb << 10)
        self._err = Excerpt(limits.log_kb << 10)
        self._pipes = open_pipes(self._process, self._out, self._err)
        self._clock = CpuClock(self._process.pid)
        self._delay = RunDelay(self._process.pid)
        self._exit: Exit | None = None

    def send(self, data: bytes, deadline: float) -> None:
        """Write one request; a program that closed its stdin and lives is not told apart."""
        with contextlib.suppress(BrokenPipeError):
            self._pipes.write(data, deadline)

    def recv(self, deadline: float) -> bytes:
        """The next line of stdout.

        As in a cage, only an exit ends it: a program that closed its stdout and lives on is silent,
        and one that is gone is gone, whoever else holds its stdout.
        """
        line = self._take(deadline)
        while line is None:
            left = deadline - time.monotonic()
            self._pipes.pump(left)
            line = self._take(deadline)
            if line is None and left <= 0:
                if self._process.poll() is None:
                    raise TimeoutError
                self._read_last_words()
                self._out.ended = True
        return line

    def _read_last_words(self) -> None:
        """Take what its pipes, or the threads that read them, still hold."""
        for _ in range(_READS_AT_ONCE):
            if not self._pipes.pump(_LAST_WORDS_S):
                break

    def _take(self, deadline: float) -> bytes | None:
        try:
            return self._out.take()
        except EOFError:
            if self._wait(deadline - time.monotonic()):
                raise
            raise TimeoutError from None

    def pending(self) -> bool:
        """Whether output lies there unasked."""
        self._pump_all()
        return self._out.holds_any

    @property
    def metering(self) -> Metering:
        """The process's own clock, where the platform has one."""
        return self._clock.metering

    def cpu_ns(self) -> int:
        """CPU time so far."""
        return self._clock.read()

    def freeze(self) -> None:
        """Stop charging where wall-clock time is what is charged; the process runs on."""
        self._clock.stop()

    def thaw(self) -> None:
        """Charge again."""
        self._clock.go()
        self._delay.mark()

    def take_stderr(self) -> str:
        """What was logged since the last call."""
        self._pump_all()
        return self._err.take()

    def lost_s(self, since: float) -> float:
        """How long it wanted a core and got none, where the platform counts that."""
        return min(self._delay.since_mark_s(), time.monotonic() - since)

    def close(self, grace_s: float = 0.0) -> Exit:
        """Wait, kill, drain, free."""
        if self._exit is None:
            _close_quietly(self._process.stdin)
            killed = not self._wait(grace_s)
            cpu_ns = self.cpu_ns()
            self._kill()
            self._pump_all()
            self._pipes.close()
            self._exit = _exit_of(self._process.returncode, killed, cpu_ns, self._err.take())
            _close_quietly(self._process.stdout)
            _close_quietly(self._process.stderr)
        return self._exit

    def _wait(self, grace_s: float) -> bool:
        """Whether it exits by itself in time; its output is drained meanwhile."""
        deadline = time.monotonic() + grace_s
        while self._process.poll() is None:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            if not self._pipes.pump(min(left, 0.005)):
                time.sleep(min(left, 0.001))
            self._out.discard()
        return True

    def _kill(self) -> None:
        """End the process and what it started in its own group."""
        if sys.platform == "win32":
            self._process.kill()
        else:
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self._process.kill()
        self._process.wait(timeout=10)

    def _pump_all(self) -> None:
        for _ in range(_READS_AT_ONCE):
            if self._exit is not None or not self._pipes.pump(0):
                break


class NeverStarted:
    """A program whose own start command does not exist."""

    def __init__(self, command: str, forbidden: bool) -> None:
        """Note which, and whether it is there and may not be executed."""
        self._command = command
        self._forbidden = forbidden

    def send(self, data: bytes, deadline: float) -> None:
        """Find nobody there."""
        raise BrokenPipeError

    def recv(self, deadline: float) -> bytes:
        """Find nobody there."""
        raise EOFError

    def pending(self) -> bool:
        """Nothing was written."""
        return False

    @property
    def metering(self) -> Metering:
        """There is nothing to count."""
        return Metering.PROCESS

    def cpu_ns(self) -> int:
        """Nothing was used."""
        return 0

    def freeze(self) -> None:
        """There is nothing to freeze."""

    def thaw(self) -> None:
        """There is nothing to thaw."""

    def take_stderr(self) -> str:
        """Nothing was written."""
        return ""

    def lost_s(self, since: float) -> float:
        """It did not wait."""
        return 0.0

    def close(self, grace_s: float = 0.0) -> Exit:
        """Say why it could not be started, in the words of a cage's shell."""
        code, words = (126, "Permission denied") if self._forbidden else (127, "not found")
        return Exit(code=code, signal=None, stderr=f"sh: 1: exec: {self._command}: {words}\n")


def _exit_of(code: int, killed: bool, cpu_ns: int, stderr: str) -> Exit:
    """A code of 128 and a signal's number means that signal, as in a shell and in every cage."""
    try:
        name = signal.Signals(-code if code < 0 else code - _FIRST_SIGNAL_CODE).name
    except ValueError:
        return Exit(code, None, killed, cpu_ns=cpu_ns, stderr=stderr)
    return Exit(None, name, killed, cpu_ns=cpu_ns, stderr=stderr)


def _close_quietly(pipe: IO[bytes] | None) -> None:
    assert pipe is not None
    with contextlib.suppress(OSError):
        pipe.close()
