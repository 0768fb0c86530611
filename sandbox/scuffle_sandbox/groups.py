"""What a control group is to a cage, and what both versions of them share.

A group's name is ``<owner pid>-<count>``, so that a later worker can sweep what a killed one
left behind.
"""

import errno
import itertools
import os
import signal
import threading
import time
from concurrent.futures import Future
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Protocol

from scuffle.limits import Limits
from scuffle_sandbox.living import lives

ROOT = Path("/sys/fs/cgroup")
FOLDER = "scuffle"
PERIOD_US = 100_000
"""Scheduling period; the quota equals it: one core."""

_count = itertools.count()


class Group(Protocol):
    """The control group of one cage."""

    def births(self) -> AbstractContextManager[bool]:
        """Have what the calling thread starts meanwhile be born in the group, where that can be.

        Gives whether it is; otherwise it must be attached.
        """

    def attach(self, pid: int) -> None:
        """Put process ``pid`` into the group; its later children follow."""

    def cpu_ns(self) -> int:
        """CPU time used by everything that was ever in the group."""

    def rests(self) -> bool:
        """Whether everything in the group sleeps; false where that cannot be seen."""

    def freeze(self) -> None:
        """Give the group no CPU; may return before the last task has stopped."""

    def thaw(self) -> None:
        """Undo ``freeze``."""

    def out_of_memory(self) -> bool:
        """Whether the memory limit has killed something."""

    def peak_memory_kb(self) -> int | None:
        """The largest memory in use, where the kernel tells it."""

    def close(self) -> None:
        """Kill what is left and remove the group; never raises, bounded."""


class GroupMaker(Protocol):
    """A place where groups can be made."""

    def make(self, limits: Limits) -> Group:
        """A fresh group that holds ``limits``."""

    def sweep(self) -> None:
        """Remove groups whose owner is gone."""


def attach_soon(group: Group, pid: int) -> Future[None]:
    """Attach from a thread of its own: after a quiet time the kernel takes 6-12 ms for it."""
    done: Future[None] = Future()

    def attach() -> None:
        try:
            group.attach(pid)
        except OSError as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    threading.Thread(target=attach, name="attach", daemon=True).start()
    return done


def put(path: Path, value: str) -> None:
    """Write ``value`` into a control file, in one call, as the kernel wants it."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        os.write(fd, value.encode())
    finally:
        os.close(fd)


def text_of(path: Path) -> str:
    """What a control file says; empty where there is none."""
    try:
        return path.read_text()
    except OSError:
        return ""


def figure(text: str, name: str) -> int:
    """The figure behind ``name`` in a file of ``name figure`` lines; 0 where it is missing."""
    for line in text.splitlines():
        word, _, figure = line.partition(" ")
        if word == name:
            return int(figure)
    return 0


def remove(folder: Path, until: float) -> None:
    """Remove ``folder`` and kill what lives there, trying until the clock says ``until``."""
    while not _is_removed(folder) and time.monotonic() < until:
        for pid in map(int, text_of(folder / "cgroup.procs").split()):
            if pid != os.getpid():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
        time.sleep(0.001)


def _is_removed(folder: Path) -> bool:
    """Whether it is gone, or there is nothing that waiting could do about it."""
    try:
        folder.rmdir()
    except OSError as error:
        return error.errno != errno.EBUSY
    return True


def orphans(folder: Path) -> list[Path]:
    """Groups below ``folder`` whose owner is gone."""
    found = []
    for child in folder.iterdir() if folder.is_dir() else ():
        owner = child.name.partition("-")[0]
        if child.is_dir() and owner.isdecimal() and not lives(int(owner)):
            found.append(child)
    return found


def all_orphans() -> list[Path]:
    """Groups on this host whose owner is gone, whoever made them."""
    return [group for folder in ROOT.rglob(FOLDER) for group in orphans(folder)]


def cores() -> int:
    """How many cores all cages together may fill, and so how many processes they weigh as much as.

    Left alone, their common group would weigh as much as any single process beside it.
    """
    return len(os.sched_getaffinity(0))


def new_name() -> str:
    """A group name that tells its owner."""
    return f"{os.getpid()}-{next(_count)}"
