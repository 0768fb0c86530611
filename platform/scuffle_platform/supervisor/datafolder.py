"""The data folder: locked by the one supervisor that uses it."""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from scuffle.queue_address import socket_path
from scuffle_platform.supervisor.sockets import make_private


class InUse(Exception):
    """Another supervisor holds the data folder."""


class DataFolder:
    """The folder of database, queue, logs and keys; a context manager that holds its lock.

    Attributes:
        path: the folder, absolute.
        socket: where the queue's server listens.
        logs: the folder of the parts' logs.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.socket = socket_path(self.path)
        self.logs = self.path / "logs"
        self._lock = -1

    def __enter__(self) -> Self:
        """Make what is missing and take the lock.

        Raises:
            InUse: another supervisor has it; the sentence tells which.
            OSError: nothing can be written there; the sentence tells why.
        """
        try:
            self._make_folders()
            self._take_lock()
        except OSError as error:
            raise OSError(
                f"{self.path} cannot be the data folder ({error.strerror}): "
                "give one that you may write with --data"
            ) from None
        if self.socket.parent != self.path and "XDG_RUNTIME_DIR" not in os.environ:
            make_private(self.socket.parent)
        self.socket.unlink(missing_ok=True)
        return self

    def _make_folders(self) -> None:
        for folder in (self.path, self.logs, self.path / "queue"):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _take_lock(self) -> None:
        lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.read(lock, 32).decode().strip()
            os.close(lock)
            raise InUse(
                f"another Scuffle (process {holder or 'unknown'}) uses {self.path}: "
                "stop that one, or give this one a folder of its own with --data"
            ) from None
        os.ftruncate(lock, 0)
        os.write(lock, f"{os.getpid()}\n".encode())
        self._lock = lock

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.socket.unlink(missing_ok=True)
        os.close(self._lock)
