"""Each language is tried before it is offered: versions of its tools, and a program that echoes.

That is done once for each change of a language or its tools, and remembered beside what cages bind.
"""

import fcntl
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from scuffle.cage import BuildLimits, Launch, Report, Sandbox, Toolchain
from scuffle.checking import unpacked
from scuffle.door import open_upload, unpack
from scuffle.languages import Language, languages
from scuffle.launch import build_launch, needs_build, program_launch, toolchain_launches
from scuffle.limits import Limits
from scuffle.seat import HostFault
from scuffle_sandbox.places import cage_folder, scratch_folder

_ANSWER_S = 30.0
_STARTS = 2
_KEPT_S = 30 * 86_400
_LINE = b'{"type":"rehearsal"}'


class Failed(Exception):
    """The self-test did not echo; the text says why."""


def rehearsed(sandbox: Sandbox, report: Report, slot: int) -> Report:
    """``report`` with what builds and runs each language; one whose self-test fails is left out."""
    known = [languages()[each] for each in report.languages]
    with _memory(sandbox, slot) as memory, ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(report.languages, pool.map(memory.recall, known), strict=True))
    good = {id: each for id, each in found.items() if isinstance(each, Toolchain)}
    notes = [
        f"{languages()[id].name} is not offered: its self-test failed ({why})."
        for id, why in found.items()
        if isinstance(why, str)
    ]
    return replace(report, languages=tuple(good), toolchains=good, notes=(*report.notes, *notes))


@contextmanager
def _memory(sandbox: Sandbox, slot: int) -> Iterator["_Memory"]:
    """The memory of this host, held alone: its workers start together and want the same."""
    folder = cage_folder() / "rehearsed"
    folder.mkdir(mode=0o755, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for path in folder.iterdir():
            if time.time() - path.stat().st_mtime > _KEPT_S:
                path.unlink()
        yield _Memory(sandbox, slot, folder)


@dataclass(frozen=True, slots=True)
class _Memory:
    """What rehearsals showed, a file each."""

    sandbox: Sandbox
    slot: int
    folder: Path

    def recall(self, language: Language) -> Toolchain | str:
        """What a language's rehearsal showed, now or earlier; why it failed."""
        tools = self.sandbox.mark(language.id)
        key = sha256(f"{self.sandbox.name} {tools} {language}".encode()).hexdigest()
        path = self.folder / key[:32]
        try:
            return Toolchain(**json.loads(path.read_text()))
        except (OSError, ValueError, TypeError):
            pass
        try:
            found = rehearse(self.sandbox, language, self.slot)
        except (Failed, HostFault) as failure:
            return str(failure)
        path.write_text(json.dumps({"tools": found.tools, "start_ms": found.start_ms}))
        return found


def rehearse(sandbox: Sandbox, language: Language, slot: int) -> Toolchain:
    """Ask for versions, then build and start the language's echo.

    Raises:
        Failed: it did not echo.
        HostFault: no cage could be made.
    """
    with scratch_folder() as folder:
        launches = toolchain_launches(language, folder)
        said = [_said(sandbox, launch, slot) for launch in launches]
        launch = _built(sandbox, language, folder, slot)
        start_ms = min(_start_ms(sandbox, launch, slot) for _ in range(_STARTS))
    tools = ", ".join(filter(None, said))
    return Toolchain(f"{tools}; {language.flags}" if language.flags else tools, start_ms)


def _said(sandbox: Sandbox, launch: Launch, slot: int) -> str:
    """The first line that a tool says of itself, with its name; empty if it says nothing."""
    session = sandbox.prepare(launch, Limits(), slot)
    try:
        line = session.recv(time.monotonic() + _ANSWER_S).decode("utf-8", "replace").strip()
    except (EOFError, TimeoutError, BufferError):
        return ""
    finally:
        session.close()
    tool = launch.argv[0]
    return f"{tool} {line}" if tool.isalpha() and tool not in line else line


def _built(sandbox: Sandbox, language: Language, folder: Path, slot: int) -> Launch:
    upload = open_upload(language.entry_names[0], language.echo.encode())
    archive = upload.archive
    if needs_build(upload.program):
        with unpacked(archive, folder) as root:
            launch = build_launch(upload.program, root)
            result = sandbox.build(launch, BuildLimits(), slot)
        if not result.ok:
            raise Failed(f"{result.sentence} {result.log[-500:]}".strip())
        archive = result.archive
    root = folder / "ready"
    root.mkdir(mode=0o755)
    unpack(archive, root)
    return program_launch(upload.program, root)


def _start_ms(sandbox: Sandbox, launch: Launch, slot: int) -> float:
    """CPU time until the echo came."""
    session = sandbox.prepare(launch, Limits(), slot)
    try:
        until = time.monotonic() + _ANSWER_S
        session.send(_LINE + b"\n", until)
        if session.recv(until) != _LINE:
            raise Failed("another line came back")
        return round(session.cpu_ns() / 1e6, 1)
    except (EOFError, TimeoutError, BufferError, BrokenPipeError) as error:
        raise Failed(f"{error} {session.close().stderr[-500:]}".strip()) from None
    finally:
        session.close()
