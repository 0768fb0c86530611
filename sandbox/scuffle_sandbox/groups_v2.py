"""Control groups version 2: as root below the root, else below a delegated group."""

import os
import time
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path

from scuffle.limits import Limits
from scuffle_sandbox.groups import (
    FOLDER,
    PERIOD_US,
    ROOT,
    figure,
    new_name,
    orphans,
    put,
    remove,
    text_of,
)

LEAF = "worker"
"""Where the processes of a delegated group step aside to."""

_OWN_PROCESSES = 1
"""The cage's own first process, which reaps the bot's orphans, lives in the group too."""


@dataclass
class GroupV2:
    """One cage's group in the unified hierarchy."""

    folder: Path
    _stat: int = field(init=False)

    def __post_init__(self) -> None:
        self._stat = os.open(self.folder / "cpu.stat", os.O_RDONLY)

    def births(self) -> AbstractContextManager[bool]:
        """Nothing can be born in a group of version 2 without a call that Python lacks."""
        return nullcontext(False)

    def attach(self, pid: int) -> None:
        """Put process ``pid`` into the group."""
        put(self.folder / "cgroup.procs", str(pid))

    def cpu_ns(self) -> int:
        """CPU time of the group, from a descriptor kept open."""
        return figure(os.pread(self._stat, 256, 0).decode(), "usage_usec") * 1000

    def freeze(self) -> None:
        """Ask the kernel to stop the group."""
        put(self.folder / "cgroup.freeze", "1")

    def thaw(self) -> None:
        """Let the group run again."""
        put(self.folder / "cgroup.freeze", "0")

    def out_of_memory(self) -> bool:
        """Whether the kernel counted a kill for memory."""
        return figure(text_of(self.folder / "memory.events"), "oom_kill") > 0

    def peak_memory_kb(self) -> int | None:
        """``memory.peak`` (Linux 5.19 and newer)."""
        peak = text_of(self.folder / "memory.peak")
        return int(peak) // 1024 if peak else None

    def close(self) -> None:
        """Kill the whole group and remove it."""
        if self._stat < 0:
            return
        with suppress(OSError):
            self.thaw()
        remove(self.folder, time.monotonic() + 2)
        os.close(self._stat)
        self._stat = -1


class GroupsV2:
    """Makes groups in the unified hierarchy: as root, or below a delegated group."""

    CONTROLLERS = ("cpu", "memory", "pids")

    def __init__(self, root: Path = ROOT) -> None:
        real_root = os.geteuid() == 0 and not (root / "cgroup.type").exists()
        self.shared = real_root
        self.own = root if real_root else _above_leaf(root / _own_group().lstrip("/"))
        self.parent = self.own / FOLDER

    def usable(self) -> bool:
        """Whether our own group hands the three controllers on to children we may make."""
        try:
            have = (self.own / "cgroup.controllers").read_text().split()
            if not set(self.CONTROLLERS) <= set(have):
                return False
            if not self.shared:
                self._step_aside()
            for folder in (self.own, self.parent):
                folder.mkdir(exist_ok=True)
                wanted = " ".join(f"+{name}" for name in self.CONTROLLERS)
                put(folder / "cgroup.subtree_control", wanted)
        except OSError:
            return False
        return True

    def _step_aside(self) -> None:
        """Move this group's processes to a leaf: only a group without any may hand on."""
        leaf = self.own / LEAF
        leaf.mkdir(exist_ok=True)
        for pid in text_of(self.own / "cgroup.procs").split():
            put(leaf / "cgroup.procs", pid)

    def make(self, limits: Limits) -> GroupV2:
        """A fresh group."""
        folder = self.parent / new_name()
        folder.mkdir()
        put(folder / "memory.max", str(limits.memory_mb << 20))
        if (folder / "memory.swap.max").exists():
            put(folder / "memory.swap.max", "0")
        put(folder / "pids.max", str(limits.processes + _OWN_PROCESSES))
        put(folder / "cpu.max", f"{PERIOD_US} {PERIOD_US}")
        return GroupV2(folder)

    def sweep(self) -> None:
        """Remove what killed workers left."""
        until = time.monotonic() + 5
        for orphan in orphans(self.parent):
            remove(orphan, until)


def _above_leaf(own: Path) -> Path:
    """The delegated group, also if another worker has already moved us into its leaf."""
    return own.parent if own.name == LEAF and (own.parent / FOLDER).is_dir() else own


def _own_group() -> str:
    """This process's path in the unified hierarchy."""
    for line in text_of(Path("/proc/self/cgroup")).splitlines():
        if line.startswith("0::"):
            return line[3:]
    return "/"
