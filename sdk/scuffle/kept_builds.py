"""Builds kept by their source: what was built once is not built again."""

import json
import os
import tempfile
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from scuffle.backends import NONE
from scuffle.cage import BuildLimits, BuildResult, Launch, Sandbox
from scuffle.jobs import Program
from scuffle.languages import languages

KEPT_BYTES = 1 << 30


class KeptBuilds:
    """A folder of what builds left, by source, command, tools and cage. Failures are not kept."""

    def __init__(self, folder: Path) -> None:
        """Keep them in ``folder``, which is made when the first is."""
        self._folder = folder

    def build(
        self, sandbox: Sandbox, program: Program, launch: Launch, limits: BuildLimits, slot: int
    ) -> BuildResult:
        """What ``launch`` builds of ``program``'s source in ``sandbox``, now or earlier.

        Raises:
            scuffle.seat.HostFault: the cage could not be made or its result not packed.
        """
        if sandbox.name == NONE and _is_own(program):
            # Uncaged it may use what lies elsewhere and changes.
            return sandbox.build(launch, limits, slot)
        path = self._folder / _key(sandbox, program, launch)
        if found := _read(path):
            return found
        result = sandbox.build(launch, limits, slot)
        if result.ok:
            with suppress(OSError):  # it is built; only the next time is as long
                self._keep(path, result)
        return result

    def _keep(self, path: Path, result: BuildResult) -> None:
        """Write under another name and rename: two may build the same at once."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        head = json.dumps({"log": result.log, "cpu_ms": result.cpu_ms}).encode()
        with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as file:
            file.write(head + b"\n" + result.archive)
        Path(file.name).rename(path)

    def tidy(self) -> None:
        """Forget the longest unused while more than 1 GB lies here."""
        files = sorted(self._folder.glob("*"), key=lambda path: path.stat().st_mtime)
        surplus = sum(path.stat().st_size for path in files) - KEPT_BYTES
        for path in files:
            if surplus <= 0:
                return
            surplus -= path.stat().st_size
            path.unlink(missing_ok=True)


def builds_of_this_user() -> KeptBuilds:
    """What the command line built before."""
    from platformdirs import user_cache_path

    kept = KeptBuilds(user_cache_path("scuffle", appauthor=False) / "builds")
    kept.tidy()
    return kept


def _is_own(program: Program) -> bool:
    return bool(program.build or languages()[program.language].scripts)


def _key(sandbox: Sandbox, program: Program, launch: Launch) -> str:
    tools = sandbox.mark(launch.language)
    told = [sandbox.name, tools, program.hash, launch.language, launch.argv, dict(launch.env)]
    return sha256(json.dumps(told).encode()).hexdigest()


def _read(path: Path) -> BuildResult | None:
    try:
        head, _, archive = path.read_bytes().partition(b"\n")
        os.utime(path)
        told = json.loads(head)
    except (OSError, ValueError):
        return None
    result = BuildResult(True, archive, str(told["log"]), "", int(told["cpu_ms"]))
    return replace(result, earlier=True)
