"""Programs by their hash: on this disk, else from Redis, never believed unread."""

import os
import tempfile
from hashlib import sha256
from pathlib import Path

from redis import Redis

from scuffle.jobs import program_key
from scuffle.seat import HostFault

KEPT_BYTES = 2 << 30
EXPIRES_S = 86_400


class Programs:
    """A folder of program archives, each named by its SHA-256, filled from Redis."""

    def __init__(self, folder: Path, connection: Redis) -> None:
        self._folder = folder
        self._connection = connection
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def fetch(self, digest: str) -> bytes:
        """The archive that ``digest`` names.

        Raises:
            HostFault: it is nowhere, or what lies in Redis is something else.
        """
        path = self._folder / digest
        if path.exists() and _named(data := path.read_bytes(), digest):
            os.utime(path)
            return data
        data = self._from_redis(digest)
        self._keep(path, data)
        return data

    def _from_redis(self, digest: str) -> bytes:
        data = self._connection.get(program_key(digest))
        if not isinstance(data, bytes):
            raise HostFault(f"program {digest[:12]} lies neither on this disk nor in the queue")
        if not _named(data, digest):
            raise HostFault(f"what the queue holds as program {digest[:12]} is something else")
        return data

    def _keep(self, path: Path, data: bytes) -> None:
        """Write under another name and rename: two workers may fetch the same one."""
        with tempfile.NamedTemporaryFile(dir=self._folder, delete=False) as file:
            file.write(data)
        Path(file.name).rename(path)

    def offer(self, digest: str, data: bytes) -> None:
        """Put a built program where the recorder and other workers find it, for a day."""
        self._connection.set(program_key(digest), data, ex=EXPIRES_S)

    def tidy(self) -> None:
        """Forget the longest unused while more than 2 GB lie here."""
        files = sorted(self._folder.iterdir(), key=lambda path: path.stat().st_mtime)
        surplus = sum(path.stat().st_size for path in files) - KEPT_BYTES
        for path in files:
            if surplus <= 0:
                return
            surplus -= path.stat().st_size
            path.unlink(missing_ok=True)


def _named(data: bytes, digest: str) -> bool:
    return sha256(data).hexdigest() == digest
