"""Which Python runs the bots, and the folders on its path."""

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import scuffle
from scuffle_sandbox.lent import copy_for_cages, lend, readable_by_all
from scuffle_sandbox.places import is_root

OLDEST = (3, 11)


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python for bots.

    Attributes:
        program: its path on this host.
        prefix: the folder that must be in the cage besides ``/usr``, or ``None``.
        version: ``(3, 11)`` and the like.
        why: where it was found, for ``doctor``.
    """

    program: Path
    prefix: Path | None
    version: tuple[int, int]
    why: str


@dataclass(frozen=True, slots=True)
class Unusable(Exception):
    """No Python can run bots here; ``sentence`` says what to do."""

    sentence: str


def _look(program: Path) -> tuple[tuple[int, int], Path] | None:
    """Version and base prefix of the Python ``program``, or ``None`` if it does not run."""
    code = "import sys; print(*sys.version_info[:2], sys.base_prefix)"
    try:
        ran = subprocess.run(
            [program, "-I", "-S", "-c", code], capture_output=True, text=True, timeout=10, env={}
        )
        major, minor, prefix = ran.stdout.strip().split(" ", 2)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return (int(major), int(minor)), Path(prefix)


def _take(program: Path, why: str) -> Interpreter | None:
    found = _look(program)
    if found is None or found[0] < OLDEST:
        return None
    version, prefix = found
    if prefix == Path("/usr"):
        return Interpreter(program, None, version, why)
    lent = lend(prefix)
    inside = Path("bin") / f"python{version[0]}.{version[1]}"
    if not (lent / inside).exists():
        return None
    return Interpreter(lent / inside, lent, version, why)


@cache
def bot_python() -> Interpreter:
    """The Python that runs bots: the set one, Debian's, or this worker's own.

    Raises:
        Unusable: none can.
    """
    if chosen := os.environ.get("SCUFFLE_BOT_PYTHON"):
        found = _take(Path(chosen), "set by SCUFFLE_BOT_PYTHON")
        if found:
            return found
        raise Unusable(f"SCUFFLE_BOT_PYTHON names {chosen}, which is no Python 3.11 or newer")
    if found := _take(Path("/usr/bin/python3"), "the system's"):
        return found
    base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    why = "the worker's own" if readable_by_all(base) or not is_root() else "a copy of the worker's"
    if found := _take(base, why):
        return found
    raise Unusable("no Python 3.11 or newer for bots was found; set SCUFFLE_BOT_PYTHON")


@cache
def numpy_folders() -> tuple[Path, ...]:
    """The numpy of the worker's environment with its libraries, if the bots' Python can load it."""
    spec = find_spec("numpy")
    if not spec or not spec.origin or bot_python().version != sys.version_info[:2]:
        return ()
    package = Path(spec.origin).parent
    libraries = package.with_name("numpy.libs")
    return tuple(lend(each) for each in (package, libraries) if each.is_dir())


@cache
def sdk_folder() -> Path:
    """A copy of the ``scuffle`` package for shims and bots, compiled for the bots' Python.

    Compiled once and trusted afterwards: a cage cannot write the bytecode it would save.
    """
    # Looked for before the copy's lock is taken: finding it may make a copy under the same lock.
    with suppress(Unusable):
        bot_python()
    return copy_for_cages(Path(scuffle.__file__).parent, _compile)


def _compile(folder: Path) -> None:
    try:
        python = bot_python().program
    except Unusable:
        return
    options = ["-q", "-f", "--invalidation-mode", "unchecked-hash"]
    subprocess.run([python, "-I", "-m", "compileall", *options, folder], check=False, env={})
