"""Where the queue's socket lies.

Valkey refuses a socket path of 108 bytes and more (the size of ``sun_path``), so a data folder
that lies deep has its socket in the runtime folder of the user, or in a private folder in the
temporary one. The place follows from the data folder alone: whoever knows the one finds the other.
"""

import os
import stat
import tempfile
from hashlib import sha256
from pathlib import Path

LONGEST = 107


def socket_path(data: Path) -> Path:
    """The path of the queue's socket for the data folder ``data``; nothing is made."""
    near = data.resolve() / "valkey.sock"
    if len(os.fsencode(near)) <= LONGEST:
        return near
    name = sha256(os.fsencode(data.resolve())).hexdigest()[:16]
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return Path(runtime) / f"scuffle-{name}.sock"
    return Path(tempfile.gettempdir()) / f"scuffle-{os.getuid()}" / f"{name}.sock"


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
