"""Copies of what a slot's user cannot read: made once, kept while used, forgotten afterwards.

Everything that a cage binds must be readable by the cage's user. As root, what is not (a Python
below a closed home, the SDK of a checkout) is copied once below a 0755 folder of ours. A new
version of anything makes a new copy; a process holds a lock of what it uses, and a worker's start
removes what has been free for a day.
"""

import fcntl
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path

from scuffle_sandbox import places

_KEPT_S = 86_400
_held: dict[Path, int] = {}
"""The copies that this process uses, each with the descriptor of its lock."""


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
    if not places.is_root() or readable_by_all(path):
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
    folder = places.cage_folder() / "lent"
    folder.mkdir(mode=0o755, exist_ok=True)
    copy = folder / name / path.name
    if copy not in _held or not copy.exists():
        # One lock for each copy: finishing one may need another.
        with _locked(folder / f"{name}.lock"):
            if not copy.exists():
                _make(path, copy, finish)
            _held[copy] = _hold(folder / f"{name}.used")
    return copy


def _fingerprint(path: Path) -> str:
    if path.name == "__pycache__" or path.suffix == ".pyc":
        return ""
    state = path.lstat()
    return f"{path} {state.st_mtime_ns if path.is_file() else 0} {state.st_size}"


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock file ``path`` alone."""
    while True:
        with open(path, "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if _is_named(file.fileno(), path):
                yield
                return
        # It was swept while we waited.


def _is_named(fd: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(fd), path.stat())
    except FileNotFoundError:
        return False


def _hold(used: Path) -> int:
    """Show until this process ends that it uses a copy: a shared lock, which forks share."""
    fd = os.open(used, os.O_RDWR | os.O_CREAT, 0o644)
    fcntl.flock(fd, fcntl.LOCK_SH)
    os.utime(used)
    return fd


def _make(path: Path, copy: Path, finish: Callable[[Path], None]) -> None:
    """Copy under another name, then rename: nobody ever sees half of it."""
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


def sweep_lent() -> None:
    """Remove the copies that nobody uses and nobody has taken up for a day."""
    folder = places.cage_folder() / "lent"
    for name in {each.stem for each in folder.glob("*")}:
        copy, lock, used = (folder / f"{name}{end}" for end in ("", ".lock", ".used"))
        newest = max(each.stat().st_mtime for each in (copy, lock, used) if each.exists())
        if time.time() - newest > _KEPT_S:
            _sweep_one(copy, lock, used)


def _sweep_one(copy: Path, lock: Path, used: Path) -> None:
    with ExitStack() as files:
        try:
            for path in (lock, used):
                file = files.enter_context(open(path, "a"))
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        shutil.rmtree(copy, ignore_errors=True)
        used.unlink()
        lock.unlink()
