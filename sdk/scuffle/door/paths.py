"""Names of files in an archive: which are safe, which are left out, which folders are wrappers."""

import re
from collections.abc import Iterable
from fnmatch import fnmatch

from scuffle.door.naming import quoted
from scuffle.door.refusal import Refused

SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz")
"""What an archive's name may end in."""

BUILD_FOLDER = ".scuffle"
"""Where a build puts what it makes; nothing uploaded lies there."""

_LONGEST = 240
_DEEPEST = 20
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_DRIVE = re.compile(r"^[A-Za-z]:")
_LEFT_OUT_FOLDERS = frozenset(
    ("__MACOSX", "__pycache__", ".git", ".hg", ".svn", ".venv", ".idea", ".vscode", BUILD_FOLDER)
)
_LEFT_OUT_FILES = (".DS_Store", "._*", "Thumbs.db", "desktop.ini", "*.pyc")


def safe_path(name: str) -> str:
    """A member's name with ``/`` between its parts, without ``.`` parts.

    Raises:
        Refused: it leads out of the archive, or is no name for a file.
    """
    path = name.replace("\\", "/")
    if path.startswith("/") or _DRIVE.match(path):
        raise Refused(
            f"The archive holds the absolute name {quoted(name)}; pack a folder.", "bad-path"
        )
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise Refused(
            f"The archive holds {quoted(name)}, which leads out of it; pack without '..'.",
            "bad-path",
        )
    path = "/".join(parts)
    if not parts or _CONTROL.search(path) or len(path.encode()) > _LONGEST:
        raise Refused(
            f"The archive holds the name {quoted(name[:80])}, which is empty, longer than "
            f"{_LONGEST} bytes or holds control characters; rename it.",
            "bad-path",
        )
    if len(parts) > _DEEPEST:
        raise Refused(
            f"The archive holds {quoted(name[:80])}, more than {_DEEPEST} folders deep.", "bad-path"
        )
    return path


def is_left_out(path: str, ignored: Iterable[str] = ()) -> bool:
    """Whether a file is left out: made by an operating system or a tool, or ignored by pattern."""
    parts = path.split("/")
    if _LEFT_OUT_FOLDERS.intersection(parts[:-1]):
        return True
    if any(fnmatch(parts[-1], pattern) for pattern in _LEFT_OUT_FILES):
        return True
    return any(_matches(path, pattern) for pattern in ignored)


def _matches(path: str, pattern: str) -> bool:
    """As in a ``.gitignore``: a folder's name, a file's name, or a path with ``*``."""
    pattern = pattern.strip().removeprefix("./")
    if not pattern or pattern.startswith("#"):
        return False
    folder = pattern.rstrip("/")
    if fnmatch(path, folder) or path.startswith(folder + "/"):
        return True
    parts = path.split("/")
    named = parts[:-1] if pattern.endswith("/") else parts
    return "/" not in folder and any(fnmatch(part, folder) for part in named)


def without_wrappers(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files with every folder taken off that alone holds all of them."""
    while files and all("/" in path for path in files):
        first = {path.split("/", 1)[0] for path in files}
        if len(first) > 1:
            break
        files = {path.split("/", 1)[1]: data for path, data in files.items()}
    return files


def check_folders(files: Iterable[str]) -> None:
    """See that no name is a file and a folder at once.

    Raises:
        Refused: one is.
    """
    names = set(files)
    for path in names:
        parent = path.rpartition("/")[0]
        while parent:
            if parent in names:
                raise Refused(
                    f"{quoted(parent)} is a file and a folder in the archive.", "bad-path"
                )
            parent = parent.rpartition("/")[0]
