"""The control group that Docker made for a container, read and frozen without Docker's API.

Its pause call takes 20 ms; writing the group's own file takes less than one.
"""

import os
import socket
import struct
import time
from contextlib import suppress
from pathlib import Path

from scuffle_sandbox.groups import ROOT, figure, remove, text_of
from scuffle_sandbox.living import all_sleep


class ContainerGroup:
    """The group of ``container``, whose first process is ``pid``.

    Raises:
        OSError: the group cannot be found from here, or the process has ended: its path is then
            that of the root, whose clock is everybody's.
    """

    def __init__(self, pid: int, container: str) -> None:
        paths = _paths(pid)
        self._unified = (ROOT / "cgroup.controllers").exists()
        names = ("", "") if self._unified else ("cpuacct", "freezer")
        if any(container not in paths.get(name, "") for name in names):
            raise OSError(f"process {pid} is not in the group of {container}")
        clock, freezer = (_folder(paths, name) for name in names)
        self._threads = clock / ("cgroup.threads" if self._unified else "tasks")
        self._memory = _folder(paths, "" if self._unified else "memory")
        name = "cpu.stat" if self._unified else "cpuacct.usage"
        self._clock = os.open(clock / name, os.O_RDONLY)
        self._last = 0
        state = freezer / ("cgroup.freeze" if self._unified else "freezer.state")
        self._freezer = os.open(state, os.O_WRONLY) if os.access(state, os.W_OK) else -1

    def cpu_ns(self) -> int:
        """CPU time of the container; the last reading once Docker has removed the group."""
        with suppress(OSError):
            text = os.pread(self._clock, 256, 0).decode()
            used = figure(text, "usage_usec") * 1000 if self._unified else int(text)
            self._last = used
        return self._last

    def rests(self) -> bool:
        """Whether every thread in it sleeps."""
        return all_sleep(text_of(self._threads).split())

    def freeze(self) -> None:
        """Stop the container; nothing where we may not."""
        self._set(b"1" if self._unified else b"FROZEN")

    def thaw(self) -> None:
        """Let it run."""
        self._set(b"0" if self._unified else b"THAWED")

    def _set(self, value: bytes) -> None:
        if self._freezer >= 0:
            with suppress(OSError):  # it may have ended this moment
                os.pwrite(self._freezer, value, 0)

    def peak_memory_kb(self) -> int | None:
        """The largest memory in use, where it can be read."""
        name = "memory.peak" if self._unified else "memory.max_usage_in_bytes"
        peak = text_of(self._memory / name)
        return int(peak) // 1024 if peak else None

    def close(self) -> None:
        """Give the descriptors back."""
        for fd in (self._clock, self._freezer):
            if fd >= 0:
                os.close(fd)
        self._clock = self._freezer = -1


_PLACES = ("docker/{}", "*/docker/{}", "system.slice/docker-{}.scope")
_PATIENCE_S = 2


def clear(container: str) -> None:
    """Kill and remove what the engine has left of ``container``, which it says is gone.

    Now and then, when the first process ends while the engine is starting it, the engine drops
    the container with an error and forgets its group.
    """
    until = time.monotonic() + _PATIENCE_S
    for place in _PLACES:
        for folder in ROOT.glob(place.format(container)):
            remove(folder, until)


_CREDENTIALS = struct.Struct("3i")
_UNIX = "http+unix://"


def in_sight(address: str) -> bool:
    """Whether the engine at ``address`` numbers processes as we do and its groups are mounted here.

    It is not if it runs on another host, or if we run in a container: the kernel then tells no
    process number of whoever listens on its socket.
    """
    mounted = (ROOT / "cgroup.controllers").exists() or (ROOT / "cpuacct").is_dir()
    if not mounted or not address.startswith(_UNIX):
        return False
    with socket.socket(socket.AF_UNIX) as link:
        try:
            link.connect(address.removeprefix(_UNIX))
            told = link.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        except OSError:
            return False
    return bool(_CREDENTIALS.unpack(told)[0])


def _paths(pid: int) -> dict[str, str]:
    """The path of each controller's group; the unified hierarchy's name is empty."""
    found = {}
    for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        for name in controllers.split(","):
            found[name] = path
    return found


def _folder(paths: dict[str, str], name: str) -> Path:
    return ROOT / name / paths.get(name, "").lstrip("/")
