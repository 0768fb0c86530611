"""The backend ``none``: plain processes, for one's own bots on one's own machine.

Nothing is held: a bot inherits the environment, may use the network and all memory. Workers
refuse it. CPU time is the process's own, with its threads but without its children; where the
platform cannot read it (macOS, Windows), wall-clock time between request and answer is charged.
"""

import errno
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from scuffle import build_faults
from scuffle.cage import BuildLimits, BuildResult, Launch, Layer, Report, Session
from scuffle.door.archive import read_archive
from scuffle.door.limits import ARTEFACT
from scuffle.door.packing import pack, pack_folder
from scuffle.door.refusal import Refused
from scuffle.languages import Language, languages
from scuffle.launch import sdk_folder
from scuffle.limits import Limits
from scuffle.local_session import LocalSession, NeverStarted
from scuffle.seat import HostFault
from scuffle.streams import Excerpt
from scuffle.tool_mark import tool_mark

_LAYERS = ("memory", "processes", "cpu", "freeze", "disk", "network", "files", "syscalls")
_LOG_KB = 256


class LocalSandbox:
    """Starts programs as plain processes."""

    name = "none"

    def check(self) -> Report:
        """Say that nothing is held, and which languages are at hand."""
        return Report(
            backend=self.name,
            usable=True,
            layers=dict.fromkeys(_LAYERS, Layer.NONE),
            languages=tuple(id for id, kind in languages().items() if _at_hand(kind)),
            notes=("No cage: for your own bots only.", f"Python bots run on {sys.executable}."),
        )

    def try_out(self, slot: int = 0) -> Report:
        """The same: what holds nothing need not be tried."""
        return self.check()

    def mark(self, language: str) -> str:
        """Where the tools lie, their sizes and times."""
        kind = languages()[language]
        tools = [shutil.which(command[0]) or sys.executable for command in kind.toolchain]
        return tool_mark(tools)

    def sweep(self) -> None:
        """Nothing to do: what a plain process leaves behind is its owner's."""

    def leftovers(self) -> list[str]:
        """Nothing: a program's process ends with the runner's pipes."""
        return []

    def prepare(self, launch: Launch, limits: Limits, slot: int) -> Session:
        """Start a program.

        Raises:
            HostFault: the language's tool is not installed here.
        """
        argv = _argv(launch)
        try:
            return _start(argv, launch, limits)
        except OSError as error:
            if os.path.dirname(argv[0]):
                return NeverStarted(argv[0], isinstance(error, PermissionError))
            raise HostFault(f"{argv[0]} is not installed here, or not on PATH.") from None

    def build(self, launch: Launch, limits: BuildLimits, slot: int) -> BuildResult:
        """Build in a copy of the folder."""
        with TemporaryDirectory(ignore_cleanup_errors=True) as name:
            root = Path(name) / "build"
            shutil.copytree(launch.root, root)
            return _build(Launch(root, launch.argv, launch.language, launch.env), limits)


def _start(argv: list[str], launch: Launch, limits: Limits) -> LocalSession:
    """Start it; once more if another thread's fork still holds a fresh binary open for writing."""
    try:
        return LocalSession(argv, launch, limits)
    except OSError as error:
        if error.errno != errno.ETXTBSY:
            raise
        time.sleep(0.1)
        return LocalSession(argv, launch, limits)


def _argv(launch: Launch) -> list[str]:
    return launch.expand(
        bot=str(launch.root.resolve()), sdk=str(sdk_folder()), python=[sys.executable, "-u"]
    )


def _at_hand(language: Language) -> bool:
    tools = [command[0] for command in language.toolchain]
    return all(tool == "{python}" or shutil.which(tool) for tool in tools)


def _build(launch: Launch, limits: BuildLimits) -> BuildResult:
    try:
        done = subprocess.run(
            _argv(launch),
            cwd=launch.root,
            env=os.environ | dict(launch.env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=limits.wall_ms / 1000,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return BuildResult(False, b"", "", build_faults.too_long(limits), limits.wall_ms)
    except OSError as error:
        raise HostFault(f"{launch.argv[0]} cannot be started: {error.strerror}.") from None
    log = Excerpt(_LOG_KB << 10)
    log.feed(done.stdout)
    if done.returncode:
        return BuildResult(False, b"", log.take(), build_faults.FAILED, 0)
    return _packed(launch.root, log.take())


def _packed(folder: Path, log: str) -> BuildResult:
    """What was built, if the door of a cage would let it out as well."""
    try:
        archive = pack(read_archive(pack_folder(folder), ARTEFACT))
    except Refused as refused:
        return BuildResult(False, b"", log, build_faults.refused(refused.sentence), 0)
    return BuildResult(True, archive, log, "", 0)
