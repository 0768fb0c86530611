"""One request on its way to a caged program: clocks, and what an exit means."""

import re
from time import monotonic, perf_counter_ns, sleep
from typing import NoReturn

from scuffle.cage import Exit, Metering, Session
from scuffle.clock import Ruling, doubled, is_starved, rule, waiting
from scuffle.contract import Verdict
from scuffle.jobs import STALLED_AGAIN, TOO_BUSY
from scuffle.protocol import TWO_ANSWERS
from scuffle.seat import BotFault, Budget, HostFault
from scuffle.wire import excerpt, visible

GRACE_S = 0.5
"""How long a bot may take to exit after ``end``, or after it closed its stdout."""

_SLICE_S = 0.05
"""How long one wait lasts before the clocks are looked at."""

_REST_OF_LINE_S = 0.1
"""How long the rest of a line is waited for that was begun unasked; Python's ``-u`` writes a
line and its newline apart.
"""

_WATCHED = 2
"""Before so many requests it is watched for a line too many: who writes two does so every time."""

_WATCH_S, _WATCHED_S = 0.001, 0.02
"""How long it takes at least to finish what it was frozen in, and how long that is waited for
where the cores are busy.
"""

_TALKATIVE = 64 << 10
"""Who writes more to its log in one request is kept waiting by that, and not asleep."""

_WORTH_ASKING_NS = 5_000_000
"""In less time than this no host is caught starving."""

_NO_COMMAND = {
    126: "may not be executed",
    127: "is not there, or needs an interpreter that is not",
}
"""By exit code, what became of a start command that never ran."""

_FAULT = re.compile(
    r"panic: |fatal error: |Exception in thread |Caused by: |[\w.$]+(Error|Exception)\b"
)
_PLACE = re.compile(r"at |\S+\.go:\d+|\.\.\. \d+ more|Node\.js v")
"""Where Java, Go and Node, which name a fault first and then where it was, end."""

_LAUNCHER = re.compile(r"(?:\S+: \d+: |\[FATAL tini \(\d+\)\] )exec:? (.+?)(?:: | failed: )[^:]+")
"""What bubblewrap's gate and Docker's init say then; not the bot's words."""

_MARKS = " \t~^"
"""What a line under a line of a traceback is made of."""


class Request:
    """One request on its way: sent, waited for, judged."""

    def __init__(
        self, session: Session, budget: Budget, charged_ns: int, number: int, spent: bool = False
    ) -> None:
        """Take the session's request ``number``; 0 is the start.

        Where its grace is ``spent``, a wall limit that passes on a busy host is the bot's.
        """
        self._session = session
        self._spent = spent
        self._budget = doubled(budget) if session.metering is Metering.NONE else budget
        self._charged_ns = charged_ns
        self._number = number
        self._when = "while an action was awaited" if number else "before it was ready"
        self._since = monotonic()
        self._sent_ns = perf_counter_ns()
        self._answered = False
        self._log = ""
        self.wall_ns = self.lost_ns = 0

    def answer(self, line: bytes) -> bytes:
        """Send the line and give the first line that is not empty."""
        try:
            if self._number:  # before the first line no cage runs: nothing can lie there
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
        if self._number <= _WATCHED:
            self._watch()
        while self._session.pending():
            try:
                unasked = self._session.recv(monotonic() + _REST_OF_LINE_S)
            except TimeoutError:
                return
            if unasked.strip():
                line = unasked.decode(errors="replace")
                self._fail(Verdict.MALFORMED, self._too_many(line), unasked)

    def _watch(self) -> None:
        """Let it write what it was about to when it was frozen: a second line, if it writes two.

        Whoever is woken late has learnt that the cores are busy, and waits again.
        """
        until = monotonic() + _WATCHED_S
        while (began := monotonic()) < until:
            sleep(_WATCH_S)
            if self._session.pending() or monotonic() - began < 2 * _WATCH_S:
                return

    def _too_many(self, line: str) -> str:
        if self._number > 1 and line.startswith("{"):
            return TWO_ANSWERS
        return f"Found {excerpt(line)} when nothing was asked; wanted one line for each request."

    def _send(self, line: bytes) -> None:
        try:
            self._session.send(line, self._since + self._budget.wall_ns / 1e9)
        except TimeoutError:
            used_ns = self._look()
            if rule(self._budget, used_ns, self.wall_ns, self.lost_ns) is Ruling.OUT_OF_CPU:
                self._fail_cpu(used_ns)
            if is_starved(self.wall_ns, self.lost_ns):
                self._blame_host(used_ns)
            self._fail(Verdict.TIMEOUT, "The bot does not read its stdin; the request is unread.")
        self._since, self._sent_ns = monotonic(), perf_counter_ns()

    def _receive(self) -> bytes:
        while True:
            try:
                found = self._session.recv(monotonic() + _SLICE_S)
            except TimeoutError:
                if self.judge(self._look()) is Ruling.HOST_STARVED:
                    self._blame_host(self._look())
                continue
            self._look_at_wall()
            if found.strip():
                self._answered = True
                return found

    def _look(self) -> int:
        """Read all clocks; gives the CPU time used for this request."""
        self._look_at_wall()
        return self._session.cpu_ns() - self._charged_ns

    def _look_at_wall(self) -> None:
        self.wall_ns = perf_counter_ns() - self._sent_ns
        if self.wall_ns > _WORTH_ASKING_NS:
            self.lost_ns = round(self._session.lost_s(self._since) * 1e9)

    def judge(self, used_ns: int) -> Ruling:
        """What the clocks say, as they were read last.

        Raises:
            BotFault: a limit was passed, and by the bot's doing.
        """
        ruling = rule(self._budget, used_ns, self.wall_ns, self.lost_ns)
        if ruling is Ruling.OUT_OF_CPU:
            self._fail_cpu(used_ns)
        if ruling is Ruling.OUT_OF_WALL:
            self._fail(Verdict.TIMEOUT, self._slept(used_ns))
        return ruling

    def _blame_host(self, used_ns: int) -> NoReturn:
        if self._spent:
            self._fail(Verdict.TIMEOUT, STALLED_AGAIN)
        waited_ns = waiting(used_ns, self.wall_ns)
        evidence = {"waited_ms": waited_ns, "cpu_ms": used_ns}
        evidence |= {"wall_ms": self.wall_ns, "lost_ms": self.lost_ns}
        raise HostFault(
            TOO_BUSY,
            {name: ns / 1e6 for name, ns in evidence.items()},
        )

    def _slept(self, used_ns: int) -> str:
        waited_ns = waiting(used_ns, self.wall_ns) - self.lost_ns
        return (
            f"The bot waited {waited_ns / 1e6:,.0f} ms of wall-clock time {self._when}, using "
            f"{used_ns / 1e6:,.1f} ms of CPU time; {self._budget.wall_ns / 1e6:,.0f} ms are "
            f"allowed. {self._guess()}"
        )

    def _guess(self) -> str:
        """What may be the matter with a bot that is late or silent."""
        if self._answered:
            return "Its answer came too late."
        self._log += self._session.take_stderr()
        if len(self._log) > _TALKATIVE:
            return f"It wrote {len(self._log) >> 10:,} kB or more to its log instead."
        if self._session.pending():
            return "It began a line and did not end it: end each answer with a newline, and flush."
        return "It slept, did not flush what it wrote, or waits for something that does not come."

    def _fail_cpu(self, used_ns: int) -> NoReturn:
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
            log=self._log + self._session.take_stderr() + (end.stderr if end else ""),
            line=line,
            cpu_ns=max(0, cpu_ns - self._charged_ns),
            wall_ns=perf_counter_ns() - self._sent_ns,
            lost_ns=self.lost_ns,
            exit_code=end.code if end else None,
            signal=end.signal if end else None,
        )


def _exit_sentence(end: Exit, when: str) -> str:
    launcher = _LAUNCHER.fullmatch(end.stderr.strip())
    if launcher and end.code in _NO_COMMAND:
        what = f"{launcher[1]} {_NO_COMMAND[end.code]}"
        return f"The bot could not be started: {what} (exit code {end.code})."
    return f"The bot {_how_it_ended(end)} {when}.{_last_words(end.stderr)}"


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
    lines = [line.strip() for line in stderr.splitlines() if line.strip(_MARKS)]
    if not lines:
        return " It wrote nothing to stderr."
    return " Its last words: " + " | ".join(visible(line[:200]) for line in _tail(lines))


def _tail(lines: list[str]) -> list[str]:
    """The last three lines; of those that lead to a fault's place, the one that names it first."""
    last = lines[-3:]
    if _PLACE.match(last[-1]) and not any(map(_FAULT.match, last)):
        above = [line for line in lines[:-3] if _FAULT.match(line)]
        return [*above[-1:], *last[-2:]] if above else last
    return last
