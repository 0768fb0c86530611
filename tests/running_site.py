"""A started ``./run``: its processes, its pages, its end."""

import json
import subprocess
import sys
import urllib.request
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
STOP_LIMIT_S = 60


@dataclass
class Running:
    """A started ``./run``: its process, and all that it printed until the last line."""

    process: subprocess.Popen[str]
    said: list[str]

    @property
    def url(self) -> str:
        line = next(line for line in self.said if line.startswith("Scuffle is running"))
        return line.split()[-1]

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.url + path, timeout=30) as answer:
            assert answer.status == 200
            return bytes(answer.read())

    def items(self, path: str) -> list[dict[str, Any]]:
        return list(json.loads(self.get(path))["items"])

    def tree(self) -> set[int]:
        """The process and all that descend from it."""
        children: dict[int, set[int]] = {}
        for pid, parent in parents().items():
            children.setdefault(parent, set()).add(pid)
        found, new = set(), {self.process.pid}
        while new:
            found |= new
            new = set().union(*(children.get(pid, set()) for pid in new)) - found
        return found

    def part(self, *words: str) -> int:
        """The process of the part that was started with these words."""
        for pid in sorted(self.tree()):
            with suppress(OSError):
                argv = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
                if all(f"{word}\0" in argv for word in words):
                    return pid
        raise LookupError(f"no part was started with {words}")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(STOP_LIMIT_S)
        if self.process.stdout is not None:
            self.process.stdout.close()


def parents() -> dict[int, int]:
    """Every process of this host that is no zombie, with its parent."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                found[int(stat.parent.name)] = int(parent)
    return found


def using(data: Path) -> set[int]:
    """The living processes that were told of this data folder."""
    mark, found = f"SCUFFLE_DATA={data}".encode(), set()
    for pid in parents():
        with suppress(OSError):
            if mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                found.add(pid)
    return found


def start(data: Path, port: int) -> Running:
    """Start ``./run`` and wait for its last words."""
    command = (sys.executable, str(ROOT / "run"), "--data", str(data), "--port", str(port))
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=data.parent
    )
    assert process.stdout is not None
    said: list[str] = []
    for line in process.stdout:
        said.append(line.rstrip())
        if line.startswith("Stop everything"):
            return Running(process, said)
    pytest.fail("./run ended before it said its last words:\n" + "\n".join(said))
