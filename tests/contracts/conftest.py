"""Cages of every kind that this host can make, for the contract of the backends."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import pytest

from scuffle.cage import Launch, Sandbox
from scuffle.limits import Limits
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.places import scratch_folder

PATIENCE_S = 20.0
"""How long a test waits for what should come at once; no test waits for it to pass."""


@runtime_checkable
class Closing(Protocol):
    """A backend that holds a connection."""

    def close(self) -> None: ...


@dataclass
class Kennel:
    """One backend, and programs to put into it."""

    mode: str
    sandbox: Sandbox
    folder: Path
    sessions: list[Any] = field(default_factory=list)

    def start(self, source: str, limits: Limits | None = None, slot: int = 0) -> Any:
        """A session of a Python program."""
        root = self.folder / f"bot{len(self.sessions)}"
        root.mkdir(mode=0o755)
        (root / "main.py").write_text(source)
        launch = Launch(root, ("{python}", "{bot}/main.py"), "python")
        session = self.sandbox.prepare(launch, limits or Limits(), slot)
        self.sessions.append(session)
        return session

    def ask(self, session: Any, line: bytes = b"{}\n", seconds: float = PATIENCE_S) -> bytes:
        """Send a line, give the answer."""
        until = time.monotonic() + seconds
        session.send(line, until)
        answer: bytes = session.recv(until)
        return answer

    def answer(self, source: str, limits: Limits | None = None) -> str:
        """What a program that reads one line answers."""
        return self.ask(self.start(source, limits)).decode()


def _plain() -> Sandbox:
    return Bubblewrap(lambda: None)


def _docker() -> Sandbox:
    from scuffle_sandbox.docker import Docker

    return Docker()


MODES: dict[str, Callable[[], Sandbox]] = {
    "bubblewrap": Bubblewrap,
    "bubblewrap-plain": _plain,
    "docker": _docker,
}


@pytest.fixture(params=sorted(MODES))
def kennel(request: pytest.FixtureRequest) -> Iterator[Kennel]:
    """Each backend in turn; a missing Docker engine is a skip, or on CI a failure."""
    mode = request.param
    if mode == "docker":
        request.getfixturevalue("bot_images")
    sandbox = MODES[mode]()
    report = sandbox.check()
    if mode == "bubblewrap" and os.geteuid() != 0 and report.ladder_layer != "cgroup":
        pytest.skip("beyond this host: no control group that this user may use")
    assert report.usable, report
    with scratch_folder() as folder:
        kennel = Kennel(mode, sandbox, folder)
        yield kennel
        for session in kennel.sessions:
            session.close()
    if isinstance(sandbox, Closing):
        sandbox.close()
