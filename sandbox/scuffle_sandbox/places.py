"""Where things lie that a cage binds, and as whom a cage runs.

A cage runs as an unprivileged user. As root that is a user of the slot's own, and everything
bound must be readable by it: what is not, is copied once below a 0755 folder of ours.
"""

import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from scuffle.seat import HostFault
from scuffle_sandbox.living import lives

FIRST_SLOT_UID = 59_000
"""Slot *n* runs as user and group 59000 + n: above what Debian gives people."""

ROOT_FOLDER = Path("/var/lib/scuffle")


def is_root() -> bool:
    """Whether this process may become another user."""
    return os.geteuid() == 0


def slot_uid(slot: int) -> int | None:
    """The user as whom slot ``slot`` runs; ``None``: this process's own."""
    return FIRST_SLOT_UID + slot if is_root() else None


def cage_folder() -> Path:
    """The folder for what cages bind, made if it is missing.

    As root ``/var/lib/scuffle``; else below ``SCUFFLE_DATA`` or the user's cache.
    """
    if is_root():
        folder = ROOT_FOLDER
    elif data := os.environ.get("SCUFFLE_DATA"):
        folder = Path(data).resolve() / "cages"
    else:
        cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        folder = Path(cache) / "scuffle" / "cages"
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    return folder


def readable_by_all(path: Path) -> bool:
    """Whether every user can reach and read ``path`` (a folder is judged by itself alone)."""
    here = path.resolve()
    wanted = 0o005 if here.is_dir() else 0o004
    if here.stat().st_mode & wanted != wanted:
        return False
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in here.parents)


def lend(path: Path) -> Path:
    """``path`` if a slot's user can read it, else a copy that it can.

    Copies are named by their source and its newest change, and made once.
    """
    if not is_root() or readable_by_all(path):
        return path
    return copy_for_cages(path, lambda copy: None)


def copy_for_cages(path: Path, finish: Callable[[Path], None]) -> Path:
    """A copy of ``path`` that every cage can read, made once for each change of it.

    Args:
        path: a file or folder; times and sizes of all files in it tell whether it changed.
        finish: called with the new copy before anybody can see it.
    """
    files = sorted(path.rglob("*")) if path.is_dir() else []
    changes = [_fingerprint(each) for each in (path.resolve(), *files)]
    name = sha256("\n".join(changes).encode()).hexdigest()[:24]
    copy = cage_folder() / "lent" / name / path.name
    if not copy.exists():
        _copy_once(path, copy, finish)
    return copy


def _fingerprint(path: Path) -> str:
    if path.name == "__pycache__" or path.suffix == ".pyc":
        return ""
    state = path.lstat()
    return f"{path} {state.st_mtime_ns if path.is_file() else 0} {state.st_size}"


def _copy_once(path: Path, copy: Path, finish: Callable[[Path], None]) -> None:
    """Copy under another name, then rename: nobody ever sees half of it."""
    copy.parent.parent.mkdir(mode=0o755, exist_ok=True)
    # One lock for each copy: finishing one may need another.
    with exclusive(copy.parent.parent / f"{copy.parent.name}.lock"):
        if copy.exists():
            return
        with tempfile.TemporaryDirectory(dir=copy.parent.parent) as scratch:
            half = Path(scratch) / path.name
            if path.is_dir():
                shutil.copytree(path, half, symlinks=True)
            else:
                shutil.copy2(path, half)
            finish(half)
            open_to_all(half)
            copy.parent.mkdir(mode=0o755, exist_ok=True)
            half.rename(copy)


def open_to_all(path: Path) -> None:
    """Make ``path`` and all below it readable by everyone, executables executable."""
    for each in (path, *path.rglob("*")) if path.is_dir() else (path,):
        if each.is_symlink():
            continue
        mode = each.stat().st_mode
        runs = each.is_dir() or mode & stat.S_IXUSR
        each.chmod(0o755 if runs else 0o644)


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold the lock file ``path``."""
    with open(path, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A fresh folder that every cage's user can read; gone at the end.

    Raises:
        HostFault: it could not be made.
    """
    try:
        folder = Path(tempfile.mkdtemp(prefix=f"job-{os.getpid()}-", dir=cage_folder()))
        folder.chmod(0o755)
    except OSError as error:
        raise HostFault(f"no folder for cages could be made: {error}") from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sweep_scratch() -> None:
    """Remove the scratch folders of runners that are gone."""
    for folder in cage_folder().glob("job-*-*"):
        owner = folder.name.split("-")[1]
        if owner.isdigit() and not lives(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)
