"""A caged (or plain) process as a seat: lines in and out, clocks, and what an exit means."""

from time import monotonic, perf_counter_ns
from typing import NoReturn

from scuffle.cage import Exit, Session
from scuffle.clock import waiting
from scuffle.contract import Verdict
from scuffle.limits import Limits
from scuffle.seat import Answer, BotFault, Budget, HostFault
from scuffle.wire import excerpt

GRACE_S = 0.5
"""How long a bot may take to exit after ``end``, or after it closed its stdout."""

_SLICE_S = 0.05
"""How long one wait lasts before the clocks are looked at."""

_REST_OF_LINE_S = 0.1
"""How long the rest of a line is waited for that was begun unasked; Python's ``-u`` writes a
line and its newline apart.
"""

_STARVED_FACTOR = 2
"""How many times the wall limit may pass on a starved host before the match is void."""


class SessionSeat:
    """Plays with one session; thaws it for a request and freezes it after the answer."""

    def __init__(self, session: Session, limits: Limits) -> None:
        """Take a session that was prepared and not spoken to."""
        self._session = session
        self._limits = limits
        self._charged_ns = 0
        self._started = False
        self._told = ""

    def ask(self, line: bytes, budget: Budget) -> Answer:
        """Send one line and wait for one answer line.

        Raises:
            BotFault: the bot did not answer as it should.
            HostFault: we could not ask, or the host was too busy to judge.
        """
        self._session.thaw()
        request = _Request(self._session, budget, self._charged_ns, self._started)
        try:
            found = request.answer(line)
        except BotFault as fault:
            self._told = fault.log
            raise
        finally:
            self._session.freeze()
        used_ns = self._session.cpu_ns() - self._charged_ns
        if used_ns > budget.cpu_ns:
            request.fail_clock(used_ns)
        self._charged_ns += used_ns
        self._started = True
        return Answer(found, used_ns, request.wall_ns, self._session.take_stderr())

    def end(self, line: bytes | None) -> str:
        """Send the ``end`` line, give half a second to exit, leave nothing behind."""
        self._session.thaw()
        if line is not None:
            try:
                self._session.send(line, monotonic() + GRACE_S)
            except (OSError, HostFault):
                line = None
        taken = self._session.take_stderr()
        rest = self._session.close(GRACE_S if line is not None else 0.0).stderr
        return taken + ("" if self._told.endswith(rest) else rest)


class _Request:
    """One request on its way."""

    def __init__(self, session: Session, budget: Budget, charged_ns: int, started: bool) -> None:
        self._session = session
        self._budget = budget
        self._charged_ns = charged_ns
        self._started = started
        self._awaited = "an action was awaited" if started else "it was ready"
        self._when = f"{'while' if started else 'before'} {self._awaited}"
        self._since = monotonic()
        self._sent_ns = perf_counter_ns()
        self.wall_ns = 0

    def answer(self, line: bytes) -> bytes:
        """Send the line and give the first line that is not empty."""
        try:
            if self._started:  # before the first line no cage runs: nothing can lie there
                self._refuse_unasked()
            self._send(line)
            return self._receive()
        except BufferError as error:
            words = str(error) or "it wrote more to stdout than a match allows"
            self._fail(Verdict.OUTPUT, f"The bot flooded stdout: {words}.")
        except (EOFError, BrokenPipeError):
            self._fail_exit()

    def _refuse_unasked(self) -> None:
        """An answer that nobody asked for would be taken for the next one."""
        while self._session.pending():
            try:
                unasked = self._session.recv(monotonic() + _REST_OF_LINE_S)
            except TimeoutError:
                return
            if unasked.strip():
                shown = excerpt(unasked.decode(errors="replace"))
                self._fail(
                    Verdict.MALFORMED,
                    f"Found {shown} when nothing was asked; wanted one line for each request.",
                    unasked,
                )

    def _send(self, line: bytes) -> None:
        try:
            self._session.send(line, self._since + self._budget.wall_ns / 1e9)
        except TimeoutError:
            self._fail(Verdict.TIMEOUT, "The bot does not read its stdin; the request is unread.")
        self._sent_ns = perf_counter_ns()

    def _receive(self) -> bytes:
        while True:
            try:
                found = self._session.recv(monotonic() + _SLICE_S)
            except TimeoutError:
                self._check_clocks()
                continue
            self.wall_ns = perf_counter_ns() - self._sent_ns
            if found.strip():
                return found

    def _check_clocks(self) -> None:
        used_ns = self._session.cpu_ns() - self._charged_ns
        if used_ns > self._budget.cpu_ns:
            self.fail_clock(used_ns)
        waited_ns = waiting(used_ns, perf_counter_ns() - self._sent_ns)
        if waited_ns <= self._budget.wall_ns:
            return
        if not self._session.starved(self._since):
            self._fail(Verdict.TIMEOUT, self._slept(waited_ns, used_ns))
        if waited_ns > self._budget.wall_ns * _STARVED_FACTOR:
            raise HostFault(
                "The host was too busy to give the bot its time.",
                {"waited_ms": waited_ns / 1e6, "cpu_ms": used_ns / 1e6},
            )

    def _slept(self, waited_ns: int, used_ns: int) -> str:
        return (
            f"The bot waited {waited_ns / 1e6:,.0f} ms of wall-clock time {self._when}, using "
            f"{used_ns / 1e6:,.1f} ms of CPU time; {self._budget.wall_ns / 1e6:,.0f} ms are "
            f"allowed. {self._guess()}"
        )

    def _guess(self) -> str:
        """What may be the matter with a bot that is silent."""
        if self._session.pending():
            return "It began a line and did not end it: end each answer with a newline, and flush."
        return "It slept, did not flush what it wrote, or waits for something that does not come."

    def fail_clock(self, used_ns: int) -> NoReturn:
        """CPU time ran out."""
        self._fail(
            Verdict.TIMEOUT,
            f"The bot used {used_ns / 1e6:,.0f} ms of CPU time {self._when}; "
            f"{self._budget.cpu_ns / 1e6:,.0f} ms were left.",
        )

    def _fail_exit(self) -> NoReturn:
        end = self._session.close(GRACE_S)
        verdict = Verdict.MEMORY if end.out_of_memory else Verdict.CRASH
        self._fail(verdict, _exit_sentence(end, self._when), end=end)

    def _fail(
        self, verdict: Verdict, detail: str, line: bytes = b"", end: Exit | None = None
    ) -> NoReturn:
        cpu_ns = end.cpu_ns if end else self._session.cpu_ns()
        raise BotFault(
            verdict,
            detail,
            log=self._session.take_stderr() + (end.stderr if end else ""),
            line=line,
            cpu_ns=max(0, cpu_ns - self._charged_ns),
            wall_ns=perf_counter_ns() - self._sent_ns,
            exit_code=end.code if end else None,
            signal=end.signal if end else None,
        )


def _exit_sentence(end: Exit, when: str) -> str:
    words = _last_words(end.stderr)
    return f"The bot {_how_it_ended(end)} {when}.{words}"


def _how_it_ended(end: Exit) -> str:
    if end.out_of_memory:
        peak = f" (it had {end.peak_memory_kb // 1024} MB)" if end.peak_memory_kb else ""
        return f"was killed for using more memory than allowed{peak}"
    if end.killed_by_us:
        return "closed its stdout and kept running"
    if end.signal:
        return f"was killed by {end.signal}"
    if end.code is None:
        return "could not be started"
    return f"exited with code {end.code}"


def _last_words(stderr: str) -> str:
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    if not lines:
        return " It wrote nothing to stderr."
    return " Its last words: " + " | ".join(line[:200] for line in lines[-3:])
