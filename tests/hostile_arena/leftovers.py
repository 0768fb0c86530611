"""What a match has left on this host: processes, control groups, containers, mounts, files."""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from scuffle_sandbox.groups import FOLDER, ROOT
from scuffle_sandbox.places import cage_folder, is_root

_PATIENCE_S = 3.0
_SHARED = ("/tmp", "/var/tmp", "/dev/shm")
_DOCKERS_GROUPS = ("docker/*", "*/docker/*", "system.slice/docker-*.scope")


def own_cages() -> Iterator[int]:
    """Processes below this one that live in a pid namespace of their own."""
    here = os.readlink("/proc/self/ns/pid")
    for pid in _descendants(os.getpid()):
        try:
            if os.readlink(f"/proc/{pid}/ns/pid") != here:
                yield pid
        except OSError:
            continue


def _descendants(pid: int) -> Iterator[int]:
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            below = [int(each) for each in children.read_text().split()]
        except OSError:
            continue
        for child in below:
            yield child
            yield from _descendants(child)


def containers(engine: Any) -> list[tuple[str, dict[str, str]]]:
    """The id and the labels of every container."""
    return [(each["Id"], each["Labels"] or {}) for each in engine.api.containers(all=True)]


def own_containers(engine: Any) -> list[str]:
    """The ids of the containers that this process made."""
    me = str(os.getpid())
    return [id_ for id_, labels in containers(engine) if labels.get("scuffle.owner") == me]


class Leftovers:
    """Compares this host with what it was before."""

    def __init__(self, uids: range, engine: Any | None) -> None:
        """Note how it is now.

        Args:
            uids: the cages' users on this host, if this process may become them.
            engine: a client of the container engine, if there is one.
        """
        self._uids = uids if is_root() else range(0)
        self._engine = engine
        self._told: set[str] = set()
        self._mounts = _mounts()
        self._descriptors = self._count_descriptors()

    def found(self) -> list[str]:
        """What is there that was not; what is about to go gets a moment.

        It is told once: what stays for good is not the fault of the programs that come after.
        """
        until = time.monotonic() + _PATIENCE_S
        while (left := self._fresh()) and time.monotonic() < until:
            time.sleep(0.01)
        self._told |= set(left)
        return left

    def _fresh(self) -> list[str]:
        return [each for each in self._look() if each not in self._told]

    def _look(self) -> list[str]:
        left = [f"process {each}" for each in self._processes()]
        left += [f"control group {each}" for each in _groups()]
        left += [f"mount {each}" for each in _mounts() - self._mounts]
        left += [f"file {each}" for each in self._files()]
        if (more := self._count_descriptors() - self._descriptors) > 0:
            left.append(f"{more} of the runner's descriptors")
        return left + (self._docker() if self._engine else [])

    def _count_descriptors(self) -> int:
        """What this process holds open; the engine's client keeps some of its sockets."""
        links = map(_link, Path("/proc/self/fd").iterdir())
        return sum(not (self._engine and each.startswith("socket")) for each in links)

    def _processes(self) -> Iterator[int]:
        if not self._uids:
            yield from own_cages()
            return
        for each in Path("/proc").glob("[0-9]*"):
            try:
                if each.stat().st_uid in self._uids and not _is_collected_soon(each):
                    yield int(each.name)
            except OSError:
                continue

    def _files(self) -> Iterator[Path]:
        yield from cage_folder().glob(f"job-{os.getpid()}-*")
        for folder in _SHARED if self._uids else ():
            for each in Path(folder).iterdir():
                with suppress(FileNotFoundError):  # others' files come and go there
                    if each.lstat().st_uid in self._uids:
                        yield each

    def _docker(self) -> list[str]:
        assert self._engine
        grouped = {name for each in _DOCKERS_GROUPS for name in _ids(each)}
        known = {id_ for id_, _ in containers(self._engine)}
        mine = [f"container {name}" for name in own_containers(self._engine)]
        return mine + [f"control group of container {name}" for name in grouped - known]


def _is_collected_soon(process: Path) -> bool:
    """Whether it is dead and not ours to collect: bubblewrap leaves its inner pid 1 to init."""
    state, parent = (process / "stat").read_text().rpartition(")")[2].split()[:2]
    return state in "ZX" and int(parent) != os.getpid()


def _link(path: Path) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return ""


def _groups() -> list[Path]:
    return [each for depth in ("", "*/") for each in ROOT.glob(f"{depth}{FOLDER}/{os.getpid()}-*")]


def _ids(pattern: str) -> Iterator[str]:
    for folder in ROOT.glob(pattern):
        if folder.is_dir() and len(name := folder.name[-70:].removesuffix(".scope")) >= 64:
            yield name[-64:]


def _mounts() -> set[str]:
    lines = Path("/proc/self/mountinfo").read_text().splitlines()
    return {at for line in lines if "/docker/" not in (at := line.split()[4])}
