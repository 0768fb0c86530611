"""Control groups version 1: one folder in each of five hierarchies; needs root."""

import os
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from scuffle.limits import Limits
from scuffle_sandbox.groups import (
    FOLDER,
    OWN_PROCESSES,
    PERIOD_US,
    ROOT,
    figure,
    new_name,
    orphans,
    put,
    remove,
    text_of,
)
from scuffle_sandbox.warden import post

_THAW = """
read -r _
for state in "$1"/"$2"-*/freezer.state; do
    [ -e "$state" ] && echo THAWED >"$state"
done
"""


@dataclass
class GroupV1:
    """One cage's groups in the version 1 hierarchies."""

    folders: dict[str, Path]
    _usage: int = field(init=False)

    def __post_init__(self) -> None:
        self._usage = os.open(self.folders["cpuacct"] / "cpuacct.usage", os.O_RDONLY)

    def attach(self, pid: int) -> None:
        """Put process ``pid`` into every hierarchy's group."""
        for folder in self.folders.values():
            put(folder / "cgroup.procs", str(pid))

    def cpu_ns(self) -> int:
        """CPU time of the group, from a descriptor kept open (1 µs a read)."""
        return int(os.pread(self._usage, 32, 0))

    def freeze(self) -> None:
        """Ask the freezer to stop the group."""
        put(self.folders["freezer"] / "freezer.state", "FROZEN")

    def thaw(self) -> None:
        """Let the group run again."""
        put(self.folders["freezer"] / "freezer.state", "THAWED")

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
        os.close(self._usage)
        self._usage = -1


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
        put(folders["pids"] / "pids.max", str(limits.processes + OWN_PROCESSES))
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
