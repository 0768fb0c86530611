"""Tries a cage with a few hostile programs: what a report promises is seen before it is relied on.

Every worker does so before its first match, and ``scuffle doctor`` whenever it is asked.
"""

import os
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from scuffle.cage import Launch, Layer, Report, Sandbox, Session, Trial
from scuffle.limits import Limits
from scuffle.seat import HostFault
from scuffle_sandbox import tricks
from scuffle_sandbox.hindrances import crash_watcher
from scuffle_sandbox.places import scratch_folder
from scuffle_sandbox.rehearsal import rehearsed

_LIMITS = Limits(memory_mb=64, processes=16)
_ANSWER_S = 10.0
_GONE_S = 2.0
_FROZEN_S = 0.02
_STILL_NS = 5_000_000
"""What a frozen program may still use: a freezer takes a moment to stop everybody."""

Judge = Callable[[Session], str]
"""Lets a program loose in its session and says how it escaped, or ``""``."""


def tried(sandbox: Sandbox, slot: int) -> Report:
    """The report of ``sandbox`` with the trials of its cages; useless if one was not held."""
    report = sandbox.check()
    if not report.usable:
        return report
    if "python" not in report.languages:
        return _useless(report, "The cage could not be tried: no Python runs in it.")
    try:
        trials = _Court(sandbox, slot).trials(report)
    except HostFault as fault:
        return _useless(report, f"The cage could not be tried: {fault.reason}.")
    report = _with_the_hosts_share(replace(report, trials=trials))
    out = "; ".join(f"{each.name}: {each.escaped}" for each in trials if each.escaped)
    if out:
        return _useless(report, f"The cage was tried and did not hold ({out}).")
    try:
        return rehearsed(sandbox, report, slot)
    except (HostFault, OSError) as fault:
        return _useless(report, f"The languages could not be tried: {fault}.")


def _with_the_hosts_share(report: Report) -> Report:
    """Add what goes on outside every cage when a bot crashes."""
    sentence, command = crash_watcher()
    notes = tuple(filter(None, (*report.notes, sentence)))
    return replace(report, notes=notes, remedy=report.remedy or command)


def _useless(report: Report, sentence: str) -> Report:
    return replace(report, usable=False, notes=(sentence, *report.notes))


@dataclass
class _Court:
    """Where programs are tried: a backend and a slot."""

    sandbox: Sandbox
    slot: int

    def trials(self, report: Report) -> tuple[Trial, ...]:
        """Try them all.

        Raises:
            HostFault: a cage could not be made.
        """
        found = [
            Trial("reach", self._reach()),
            Trial("fork", self._fork()),
            Trial("memory", self._let_loose(tricks.MEMORY, _memory)),
            Trial("flood", self._let_loose(tricks.FLOOD, _flood)),
        ]
        if report.layers.get("freeze", Layer.NONE) is not Layer.NONE:
            found.append(Trial("freeze", self._let_loose(tricks.SPIN, _freeze)))
        return tuple(found)

    def _let_loose(self, source: str, judge: Judge, name: str = "trick.py") -> str:
        with scratch_folder() as folder:
            (folder / name).write_text(source)
            launch = Launch(folder, ("{python}", f"{{bot}}/{name}"), "python")
            session = self.sandbox.prepare(launch, _LIMITS, self.slot)
            try:
                return judge(session)
            except (EOFError, TimeoutError, BufferError, BrokenPipeError) as error:
                how = session.close()
                return f"no answer came ({error}) {how.stderr}".strip()
            finally:
                session.close()

    def _reach(self) -> str:
        with _canaries() as told:
            return self._let_loose(tricks.REACH, lambda session: _reached(session, told))

    def _fork(self) -> str:
        name = f"trick-{secrets.token_hex(8)}.py"
        escaped = self._let_loose(tricks.FORK, _children, name)
        return escaped or _left_over(name)


def _ask(session: Session, line: str = "go") -> str:
    until = time.monotonic() + _ANSWER_S
    session.send(f"{line}\n".encode(), until)
    return session.recv(until).decode("utf-8", "replace")


def _reached(session: Session, told: str) -> str:
    answer = _ask(session, told)
    return "" if answer == "held" else answer[:200]


def _children(session: Session) -> str:
    answer = _ask(session)
    if answer.isdecimal() and int(answer) <= _LIMITS.processes:
        return ""
    return f"it started {answer[:20]} processes, {_LIMITS.processes} are allowed"


def _memory(session: Session) -> str:
    try:
        return f"it took memory without end: {_ask(session)[:40]}"
    except (EOFError, BrokenPipeError):
        return ""


def _flood(session: Session) -> str:
    """Lines without end are cut off by the match's bound on output."""
    _ask(session)
    until = time.monotonic() + _ANSWER_S
    try:
        while time.monotonic() < until:
            session.recv(until)
    except BufferError:
        return ""
    return "its output had no end"


def _freeze(session: Session) -> str:
    _ask(session)
    session.freeze()
    time.sleep(_FROZEN_S)
    before = session.cpu_ns()
    time.sleep(_FROZEN_S)
    used = session.cpu_ns() - before
    return f"it used {used / 1e6:.0f} ms of CPU while frozen" if used > _STILL_NS else ""


@contextmanager
def _canaries() -> Iterator[str]:
    """Things of this host that everybody here may reach; gives where they are."""
    variable = f"SCUFFLE_CANARY_{secrets.token_hex(8)}"
    with scratch_folder() as folder, socket.create_server(("127.0.0.1", 0)) as server:
        (folder / "secret").write_text("secret")
        os.environ[variable] = "secret"
        try:
            yield f"{folder / 'secret'} {variable} {server.getsockname()[1]}"
        finally:
            del os.environ[variable]


def _left_over(name: str) -> str:
    """Whether a process with ``name`` in its command line outlives its cage."""
    until = time.monotonic() + _GONE_S
    while any(_runs(folder, name) for folder in Path("/proc").glob("[0-9]*")):
        if time.monotonic() > until:
            return "its children outlived the cage"
        time.sleep(_FROZEN_S)
    return ""


def _runs(folder: Path, name: str) -> bool:
    try:
        return name in (folder / "cmdline").read_text(errors="replace")
    except OSError:
        return False
