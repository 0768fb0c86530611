"""Control groups version 1: one folder in each of five hierarchies; needs root."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from scuffle.limits import Limits
from scuffle_sandbox.groups import (
    FOLDER,
    PERIOD_US,
    ROOT,
    cores,
    figure,
    new_name,
    orphans,
    put,
    remove,
    text_of,
)
from scuffle_sandbox.living import all_sleep
from scuffle_sandbox.warden import post

_THAW = """
read -r _
for state in "$1"/"$2"-*/freezer.state; do
    [ -e "$state" ] && echo THAWED >"$state"
done
"""


_OWN_PROCESSES = 2
"""Bubblewrap's two processes, of which one reaps the bot's orphans, are born in the group too."""

_ICE = "ice"


def keep_ice(freezers: Path) -> None:
    """Keep one empty group frozen for ever, which makes freezing others four times as cheap.

    The kernel patches its own code whenever the first group of a host is frozen or the last one
    thawed; with one frozen anyway a freeze is a few microseconds instead of 150.

    Raises:
        OSError: groups cannot be made here.
    """
    ice = freezers / _ICE
    ice.mkdir(parents=True, exist_ok=True)
    put(ice / "freezer.state", "FROZEN")


def _home() -> list[Path]:
    """Where the calling thread is in each hierarchy; empty if that cannot be seen from here."""
    found = []
    for line in text_of(Path("/proc/thread-self/cgroup")).splitlines():
        _, names, path = line.split(":", 2)
        wanted = set(names.split(",")) & set(GroupsV1.CONTROLLERS)
        found += [ROOT / name / path.lstrip("/") for name in wanted]
    seen = all((folder / "tasks").exists() for folder in found)
    return found if seen and len(found) == len(GroupsV1.CONTROLLERS) else []


@dataclass
class GroupV1:
    """One cage's groups in the version 1 hierarchies."""

    folders: dict[str, Path]
    _usage: int = field(init=False)
    _freezer: int = field(init=False)

    def __post_init__(self) -> None:
        self._usage = os.open(self.folders["cpuacct"] / "cpuacct.usage", os.O_RDONLY)
        self._freezer = os.open(self.folders["freezer"] / "freezer.state", os.O_WRONLY)

    @contextmanager
    def births(self) -> Iterator[bool]:
        """Move the calling thread in and back: for itself alone the kernel waits for nothing."""
        home = _home()
        if not home:
            yield False
            return
        try:
            for folder in self.folders.values():
                put(folder / "tasks", "0")
            yield True
        finally:
            for folder in home:
                put(folder / "tasks", "0")

    def attach(self, pid: int) -> None:
        """Put process ``pid`` into every hierarchy's group."""
        for folder in self.folders.values():
            put(folder / "cgroup.procs", str(pid))

    def cpu_ns(self) -> int:
        """CPU time of the group, from a descriptor kept open (1 µs a read)."""
        return int(os.pread(self._usage, 32, 0))

    def rests(self) -> bool:
        """Whether every thread in it sleeps."""
        return all_sleep(text_of(self.folders["cpuacct"] / "tasks").split())

    def freeze(self) -> None:
        """Ask the freezer to stop the group."""
        os.pwrite(self._freezer, b"FROZEN", 0)

    def thaw(self) -> None:
        """Let the group run again."""
        os.pwrite(self._freezer, b"THAWED", 0)

    def out_of_memory(self) -> bool:
        """Whether the kernel counted a kill for memory."""
        return figure(text_of(self.folders["memory"] / "memory.oom_control"), "oom_kill") > 0

    def peak_memory_kb(self) -> int | None:
        """The hierarchy's own high-water mark."""
        peak = text_of(self.folders["memory"] / "memory.max_usage_in_bytes")
        return int(peak) // 1024 if peak else None

    def close(self) -> None:
        """Thaw first: a frozen task of version 1 does not die."""
        if self._usage < 0:
            return
        with suppress(OSError):
            self.thaw()
        until = time.monotonic() + 2
        for folder in dict.fromkeys(self.folders.values()):
            remove(folder, until)
        for fd in (self._usage, self._freezer):
            os.close(fd)
        self._usage = self._freezer = -1


class GroupsV1:
    """Makes groups in the version 1 hierarchies; needs root."""

    CONTROLLERS = ("cpuacct", "cpu", "memory", "pids", "freezer")

    def __init__(self, root: Path = ROOT) -> None:
        self.parents = {name: root / name / FOLDER for name in self.CONTROLLERS}

    def usable(self) -> bool:
        """Whether every hierarchy is there and lets us make a group."""
        try:
            for parent in self.parents.values():
                if not parent.parent.is_dir() or not (parent.parent / "cgroup.procs").exists():
                    return False
                parent.mkdir(exist_ok=True)
            keep_ice(self.parents["freezer"])
            put(self.parents["cpu"] / "cpu.shares", str(1024 * cores()))
        except OSError:
            return False
        return all(os.access(parent / "cgroup.procs", os.W_OK) for parent in self.parents.values())

    def make(self, limits: Limits) -> GroupV1:
        """A fresh group in each hierarchy."""
        freezer = str(self.parents["freezer"])
        post("groups", ("/bin/sh", "-c", _THAW, "sh", freezer, str(os.getpid())))
        name = new_name()
        folders = {each: parent / name for each, parent in self.parents.items()}
        for folder in folders.values():
            folder.mkdir(exist_ok=True)  # cpu and cpuacct may be one hierarchy
        memory = str(limits.memory_mb << 20)
        put(folders["memory"] / "memory.limit_in_bytes", memory)
        with_swap = folders["memory"] / "memory.memsw.limit_in_bytes"
        if with_swap.exists():
            put(with_swap, memory)
        put(folders["pids"] / "pids.max", str(limits.processes + _OWN_PROCESSES))
        put(folders["cpu"] / "cpu.cfs_period_us", str(PERIOD_US))
        put(folders["cpu"] / "cpu.cfs_quota_us", str(PERIOD_US))
        return GroupV1(folders)

    def sweep(self) -> None:
        """Remove what killed workers left."""
        until = time.monotonic() + 5
        for parent in self.parents.values():
            for orphan in orphans(parent):
                state = orphan / "freezer.state"
                if state.exists():
                    put(state, "THAWED")
                remove(orphan, until)
