"""Control groups version 2: below the group that was delegated to us, as root also at the top."""

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
    cores,
    figure,
    new_name,
    orphans,
    put,
    remove,
    text_of,
)
from scuffle_sandbox.living import all_sleep

LEAF = "worker"
"""Where the processes of a delegated group step aside to."""

_HEAVIEST = 10_000
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

    def rests(self) -> bool:
        """Whether every thread in it sleeps."""
        return all_sleep(text_of(self.folder / "cgroup.threads").split())

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
        _end(self.folder, time.monotonic() + 2)
        os.close(self._stat)
        self._stat = -1


class GroupsV2:
    """Makes groups in the unified hierarchy.

    Below the group that systemd delegated to this process, where its slice holds all workers
    together; root without one makes them at the top, anybody else below whatever group is theirs.
    """

    CONTROLLERS = ("cpu", "memory", "pids")

    def __init__(self, root: Path = ROOT, own: str | None = None) -> None:
        """Look where groups may be made.

        Args:
            root: where the hierarchy is mounted.
            own: this process's group in it; ``None``: ask the kernel.
        """
        mine = _above_leaf(root / (own or _own_group()).lstrip("/"))
        top = os.geteuid() == 0 and not (root / "cgroup.type").exists()
        self.shared = top and not _is_delegated(mine)
        self.own = root if self.shared else mine
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
            put(self.parent / "cpu.weight", str(min(100 * cores(), _HEAVIEST)))
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
            _end(orphan, until)


def _end(folder: Path, until: float) -> None:
    """Kill all that lives in a group at one stroke (Linux 5.14 and newer), and remove it."""
    with suppress(OSError):
        put(folder / "cgroup.kill", "1")
    remove(folder, until)


def _is_delegated(folder: Path) -> bool:
    """Whether systemd handed a group on to whoever lives in it, as ``Delegate=yes`` asks for."""
    for name in ("trusted.delegate", "user.delegate"):
        with suppress(OSError):
            return os.getxattr(folder, name) == b"1"
    return False


def _above_leaf(own: Path) -> Path:
    """The delegated group, also if another worker has already moved us into its leaf."""
    return own.parent if own.name == LEAF and (own.parent / FOLDER).is_dir() else own


def _own_group() -> str:
    """This process's path in the unified hierarchy."""
    for line in text_of(Path("/proc/self/cgroup")).splitlines():
        if line.startswith("0::"):
            return line[3:]
    return "/"
