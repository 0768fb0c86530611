"""What bubblewrap can hold on this host, and the one command that mends what it cannot."""

import os
import platform
import shutil
import time
from typing import Protocol

from scuffle.cage import Launch, Layer, Report, Session
from scuffle.languages import Language, languages
from scuffle.limits import Limits
from scuffle.seat import HostFault
from scuffle_sandbox import crowd
from scuffle_sandbox.groups import ROOT
from scuffle_sandbox.hindrances import Hindrance, hindrance, this_host
from scuffle_sandbox.interpreter import Unusable, bot_python, numpy_folders
from scuffle_sandbox.mounts import TOOLS_PATH
from scuffle_sandbox.places import is_root, scratch_folder
from scuffle_sandbox.seccomp import ARCHITECTURES

_PROBE_S = 10.0


class Preparer(Protocol):
    """The part of the backend that a look needs."""

    def prepare(self, launch: Launch, limits: Limits, slot: int) -> Session:
        """Make a cage."""
        ...


def look(backend: Preparer, *, grouped: bool) -> Report:
    """Start one cage and report; never raises."""
    if platform.machine() not in ARCHITECTURES:
        known = " and ".join(ARCHITECTURES)
        reason = f"the call filter knows {known}, not {platform.machine()}"
        return _unusable(reason, Hindrance("", ""))
    try:
        _probe(backend)
    except HostFault as fault:
        return _unusable(fault.reason, hindrance(this_host()))
    return Report(
        backend="bubblewrap",
        usable=True,
        layers=_layers(grouped=grouped),
        languages=_languages(grouped=grouped),
        notes=_notes(grouped=grouped),
        remedy="" if grouped else _group_remedy(),
        binaries=True,
    )


def _probe(backend: Preparer) -> None:
    """Run ``true`` in a cage.

    Raises:
        HostFault: that did not work.
    """
    with scratch_folder() as root:
        session = backend.prepare(Launch(root, ("/bin/true",), "probe"), Limits(), 0)
        try:
            session.recv(time.monotonic() + _PROBE_S)
        except (EOFError, TimeoutError):
            how = session.close(1.0)
            if how.code != 0:
                raise HostFault(
                    f"a cage ended with {how.code or how.signal}: {how.stderr}"
                ) from None
        finally:
            session.close()


def _unusable(reason: str, why: Hindrance) -> Report:
    notes = (f"bubblewrap cannot be used: {reason}", why.sentence)
    return Report("bubblewrap", False, {}, (), tuple(filter(None, notes)), why.command)


def _layers(*, grouped: bool) -> dict[str, Layer]:
    held = Layer.CGROUP if grouped else Layer.RLIMIT
    return {
        "memory": held,
        "processes": Layer.CGROUP if grouped else Layer.FILTER,
        "cpu": held,
        "freeze": held,
        "disk": Layer.CGROUP if grouped else Layer.NAMESPACE,
        "network": Layer.NAMESPACE,
        "files": Layer.NAMESPACE,
        "syscalls": Layer.FILTER,
    }


def _languages(*, grouped: bool) -> tuple[str, ...]:
    """Without a control group only Python: Node needs more address space, compilers fork."""
    found = []
    try:
        bot_python()
        found.append("python")
    except Unusable:
        pass
    others = [each for each in languages().values() if each.id != "python"] if grouped else []
    return (*found, *(each.id for each in others if not _missing(each)))


def _missing(language: Language) -> list[str]:
    """The tools of a language that are not where cages look for them."""
    tools = [command[0] for command in language.toolchain]
    return [tool for tool in tools if not shutil.which(tool, path=TOOLS_PATH)]


def _lacking() -> str:
    """Which languages have no tools here, and the packages that bring them; may be empty."""
    lacking = [each for each in languages().values() if each.id != "python" and _missing(each)]
    if not lacking:
        return ""
    packages = sorted({package for each in lacking for package in each.packages})
    names = ", ".join(each.name for each in lacking)
    return f"There are no tools for {names}; Debian's packages are {' '.join(packages)}."


def _notes(*, grouped: bool) -> tuple[str, ...]:
    notes = []
    try:
        python = bot_python()
        major, minor = python.version
        notes.append(f"Python bots run on {python.program} ({major}.{minor}, {python.why}).")
        if not numpy_folders():
            notes.append(
                f"They find no numpy: this worker's environment has none for {major}.{minor}."
            )
    except Unusable as error:
        notes.append(f"Python bots cannot run: {error.sentence}.")
    if not grouped:
        notes.append(
            "There is no control group: memory is held per process, bots may not fork, /tmp is "
            "absent, and only Python bots are played."
        )
    elif lacking := _lacking():
        notes.append(lacking)
    return (*notes, *crowd.notes())


def _group_remedy() -> str:
    """Version 2 can be handed to a user, version 1 only to root.

    A root without has none to get, nor has a container that sees them read-only, as most do: that
    takes a host of the worker's own.
    """
    if is_root() or not ROOT.is_dir() or os.statvfs(ROOT).f_flag & os.ST_RDONLY:
        return ""
    if (ROOT / "cgroup.controllers").exists():
        return "systemd-run --user --scope -p Delegate=yes ./run"
    return "sudo ./run"
