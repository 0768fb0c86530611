"""Finished reports on this host's disk, until the queue has them.

A report is written here before it is handed in, and goes once the queue holds it. What a killed
worker or a queue that was away left behind is handed in later; handing in twice changes nothing.
"""

import json
import logging
import os
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from scuffle.jobs import REPORTS
from scuffle_sandbox.places import cage_folder

log = logging.getLogger(__name__)

KEPT_S = 7 * 86_400


class Spool:
    """A folder of reports, each named by its job; of one worker at one queue."""

    def __init__(self, folder: Path, connection: Redis) -> None:
        self._folder = folder
        self._connection = connection

    def keep(self, job_id: str, report: Mapping[str, Any]) -> None:
        """Write a report under its job's id; a full disk costs us the copy, never the match."""
        half = self._path(job_id).with_suffix(".half")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            half.write_text(json.dumps(report), encoding="ascii")
            half.rename(self._path(job_id))
        except OSError as error:
            log.warning("the report of %s cannot be kept here: %s", job_id, error)

    def holds(self, job_id: str) -> bool:
        """Whether the report of ``job_id`` lies here."""
        return self._path(job_id).exists()

    def drop(self, job_id: str) -> None:
        """Forget a report: the queue holds it."""
        self._path(job_id).unlink(missing_ok=True)

    def hand_in(self, but: str | None = None) -> bool:
        """Hand in all that lies here.

        Args:
            but: a job whose own process does that just now.

        Returns:
            Whether nothing else is left here.
        """
        for path in sorted(self._folder.glob("*.json")):
            if path.stem == but:
                continue
            try:
                self._connection.hset(REPORTS, path.stem, path.read_bytes())
            except RedisError as error:
                log.warning("the report of %s waits for the queue: %s", path.stem, error)
                return False
            path.unlink(missing_ok=True)
        return True

    def tidy(self) -> None:
        """Remove, of all workers here, empty folders and what nobody took for a week."""
        for folder in self._folder.parent.glob("*"):
            for file in folder.glob("*"):
                if file.stat().st_mtime < time.time() - KEPT_S:
                    file.unlink(missing_ok=True)
            with suppress(OSError):
                folder.rmdir()

    def _path(self, job_id: str) -> Path:
        # The id comes from the queue, and whoever may write there must not choose our files.
        return self._folder / f"{re.sub('[^A-Za-z0-9_-]', '_', job_id)[:100]}.json"


def spool_folder(name: str, queue: str) -> Path:
    """Where worker ``name`` keeps the reports for the queue at the URL ``queue``.

    Below the data folder if there is one; a worker that is started again finds its own.
    """
    data = os.environ.get("SCUFFLE_DATA")
    above = Path(data).resolve() if data else cage_folder()
    return above / "reports" / sha256(f"{queue} {name}".encode()).hexdigest()[:16]
