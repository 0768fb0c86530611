"""The same program as a plain process and in every kind of cage that this host can make."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scuffle.cage import Launch, Sandbox, Session
from scuffle.limits import Limits
from scuffle.local_sandbox import LocalSandbox
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.interpreter import bot_python
from scuffle_sandbox.mounts import PYTHON_FLAGS

PATIENCE_S = 30.0
ECHO = "import os\nwhile line := os.read(0, 65536):\n    os.write(1, line)\n"
LINE = b'{"type":"act","state":"' + b"." * 600 + b'"}\n'
"""As long as a request of a small game."""


def _bubblewrap_alone() -> Sandbox:
    return Bubblewrap(lambda: None)


def _docker() -> Sandbox:
    from scuffle_sandbox.docker import Docker

    return Docker()


CAGES: dict[str, Callable[[], Sandbox]] = {
    "bubblewrap": Bubblewrap,
    "bubblewrap-plain": _bubblewrap_alone,
    "docker": _docker,
}


@dataclass(frozen=True)
class Pit:
    """One kind of cage, the plain processes beside it, and a folder of programs."""

    mode: str
    sandbox: Sandbox
    folder: Path

    def launch(self, source: str) -> Launch:
        """How to start the program ``source``."""
        root = self.folder / f"{abs(hash(source)):x}"
        if not root.exists():
            root.mkdir(mode=0o755)
            (root / "main.py").write_text(source)
        return Launch(root, ("{python}", "{bot}/main.py"), "python")

    def caged(self, source: str = ECHO, slot: int = 0) -> Session:
        """The program in a cage, ready to be spoken to."""
        return self.sandbox.prepare(self.launch(source), Limits(), slot)

    def plain(self, source: str = ECHO) -> Session:
        """The program as a plain process, spoken to in the same way."""
        return LocalSandbox().prepare(self.launch(source), Limits(), 0)

    @contextmanager
    def bare(self, *flags: str) -> Iterator[subprocess.Popen[bytes]]:
        """The echo on the bots' Python, spoken to by nothing but pipes."""
        command = [bot_python().program, *flags, self.launch(ECHO).root / "main.py"]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, env={"PYTHONHASHSEED": "0"}, bufsize=0
        ) as process:
            yield process
            process.kill()


def ask(session: Session, line: bytes = LINE) -> bytes:
    """One request, one answer."""
    until = time.monotonic() + PATIENCE_S
    session.send(line, until)
    return session.recv(until)


def ask_bare(process: subprocess.Popen[bytes], line: bytes = LINE) -> None:
    """The same without any reading of lines."""
    assert process.stdin is not None
    assert process.stdout is not None
    os.write(process.stdin.fileno(), line)
    os.read(process.stdout.fileno(), 65_536)


def first_reply_ms(make: Callable[[], Session]) -> tuple[float, float]:
    """From nothing to the first answer, and from there to nothing left."""
    started = time.perf_counter()
    session = make()
    ask(session)
    answered = time.perf_counter()
    session.close()
    return (answered - started) * 1e3, (time.perf_counter() - answered) * 1e3


def bare_reply_ms(pit: Pit, *flags: str) -> float:
    """From nothing to the first answer of a plain process."""
    started = time.perf_counter()
    with pit.bare(*flags) as process:
        ask_bare(process)
        return (time.perf_counter() - started) * 1e3


CAGE_FLAGS = PYTHON_FLAGS
"""How a cage starts Python."""
