"""Where the queue is, as every part of a site finds it.

By ``SCUFFLE_REDIS_URL``, else by the data folder alone, in which the queue's socket lies. Valkey
refuses a socket path of 108 bytes and more (the size of ``sun_path``), so a data folder that lies
deep has its socket in the runtime folder of the user, or in a private folder in the temporary one.
"""

import os
import tempfile
from hashlib import sha256
from pathlib import Path

LONGEST = 107


def queue_address(url: str, data: Path) -> str:
    """The queue's URL: ``url`` if it says one, else that of the socket for the folder ``data``."""
    return url or f"unix://{socket_path(data)}"


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
