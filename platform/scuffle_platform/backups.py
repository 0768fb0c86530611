"""The daily copy of the database, made by the scheduler beside its own work."""

import logging
import shutil
import threading
from datetime import datetime, timedelta
from pathlib import Path

from scuffle_platform.settings import Settings
from scuffle_platform.store import SQLAlchemyError, Store, alerts
from scuffle_platform.store.backup import BackupFailed, backup

LOG = logging.getLogger(__name__)

EVERY = timedelta(days=1)
TRY_AGAIN = timedelta(hours=1)
KEPT = 7
LEAST_FREE_BYTES = 2**30
PATTERN = "scuffle-*.backup"


class Backups:
    """The folder ``backups`` of the data folder: a copy a day, the last seven kept."""

    def __init__(self, store: Store, settings: Settings) -> None:
        """Copy ``store`` into the data folder of ``settings``."""
        self.store = store
        self.url = settings.database
        self.folder = backup_folder(settings.data)
        self._next: datetime | None = None
        self._thread: threading.Thread | None = None

    def look(self, at: datetime) -> None:
        """Begin a copy if the last is a day old; it is made in a thread of its own."""
        if self._thread is not None and self._thread.is_alive():
            return
        if self._next is None:
            self._next = self._last() + EVERY
        if at >= self._next:
            self._next = at + TRY_AGAIN
            self._thread = threading.Thread(target=self._make, args=(at,), daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Wait for a copy that is being made."""
        if self._thread is not None:
            self._thread.join()

    def _last(self) -> datetime:
        times = [copy.stat().st_mtime for copy in self.folder.glob(PATTERN)]
        return datetime.fromtimestamp(max(times, default=0)).astimezone()

    def _make(self, at: datetime) -> None:
        try:
            make_copy(self.url, self.folder, at)
            self._next = at + EVERY
            with self.store.session() as session:
                alerts.resolve(session, "backup", "daily", at)
        except BackupFailed as error:
            LOG.warning("the daily copy failed: %s", error)
            with self.store.session() as session:
                sentence = f"The daily copy of the database failed: {error}."
                alerts.sound(session, "backup", "daily", sentence, at)
        except SQLAlchemyError as error:
            LOG.warning("the database is away: %s", error)


def backup_folder(data: Path) -> Path:
    """Where the copies lie that nobody named."""
    return data.resolve() / "backups"


def make_copy(url: str, folder: Path, at: datetime) -> Path:
    """Write a copy of the database at ``url`` named by the time, and drop the oldest beyond seven.

    Raises:
        BackupFailed: it could not be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BackupFailed(f"{folder} cannot be made: {error.strerror}") from None
    if shutil.disk_usage(folder).free < LEAST_FREE_BYTES:
        raise BackupFailed(f"less than 1 GB of disk is left at {folder}")
    copy = folder / f"scuffle-{at:%Y-%m-%d-%H%M%S}.backup"
    backup(url, copy)
    for old in sorted(folder.glob(PATTERN))[:-KEPT]:
        old.unlink(missing_ok=True)
    return copy
