"""The folder of the queue's socket, where that is not the data folder: for one user alone."""

import os
import stat
from pathlib import Path


def make_private(folder: Path) -> None:
    """Make ``folder`` for this user alone, or make sure that it is.

    Raises:
        PermissionError: it exists and belongs to, or is open to, somebody else.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.stat(follow_symlinks=False)
    others = stat.S_IMODE(found.st_mode) & 0o077
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or others:
        raise PermissionError(f"{folder} must be a folder that belongs to you alone: remove it")
