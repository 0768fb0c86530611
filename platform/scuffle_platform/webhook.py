"""The operator's webhook: each new alert is posted once, beside the scheduler's own work.

It is sent from a thread of its own, so that a receiver that is slow, away or hostile holds nothing
up; what could not be sent is tried again, later and later.
"""

import json
import logging
import threading
from datetime import datetime, timedelta
from http.client import HTTPException
from typing import Any
from urllib.error import URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from scuffle_platform.store import SQLAlchemyError, Store, alerts
from scuffle_platform.store.models import Alert

LOG = logging.getLogger(__name__)

TIMEOUT_S = 5.0
FIRST_PAUSE = timedelta(seconds=10)
LONGEST_PAUSE = timedelta(minutes=10)
AT_ONCE = 20
"""Alerts that are posted in one go; the rest follows with the next look."""


class _Straight(HTTPRedirectHandler):
    """Alerts go where the operator said, and nowhere that somebody else says."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = build_opener(_Straight)


class Webhook:
    """Posts alerts to one address; does nothing without one."""

    def __init__(self, store: Store, url: str) -> None:
        """Post the alerts of ``store`` to ``url``."""
        self.store = store
        self.url = url
        self._next: datetime | None = None
        self._pause = FIRST_PAUSE
        self._thread: threading.Thread | None = None

    def look(self, at: datetime) -> None:
        """Begin to post what was not told yet, if it is time; returns at once."""
        busy = self._thread is not None and self._thread.is_alive()
        waits = self._next is not None and at < self._next <= at + LONGEST_PAUSE
        if not self.url or busy or waits:
            return
        with self.store.reading() as session:
            untold = alerts.untold(session, AT_ONCE)
        if untold:
            self._thread = threading.Thread(target=self._tell, args=(untold, at), daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Wait until what is being posted has an answer, or none."""
        if self._thread is not None:
            self._thread.join()

    def _tell(self, untold: list[Alert], at: datetime) -> None:
        for alert in untold:
            try:
                self._post(alert)
            except (URLError, HTTPException, OSError, ValueError) as error:
                LOG.warning("the alert webhook did not take an alert: %s", error)
                self._next, self._pause = at + self._pause, min(2 * self._pause, LONGEST_PAUSE)
                return
            self._next, self._pause = None, FIRST_PAUSE
            try:
                with self.store.session() as session:
                    alerts.tell(session, alert.id, at)
            except SQLAlchemyError as error:
                LOG.warning("the database is away: %s", error)
                return

    def _post(self, alert: Alert) -> None:
        body = json.dumps(_document(alert)).encode()
        headers = {"Content-Type": "application/json", "User-Agent": "scuffle"}
        # The scheme was checked with the settings.
        with _OPENER.open(Request(self.url, body, headers), timeout=TIMEOUT_S):  # noqa: S310
            pass


def _document(alert: Alert) -> dict[str, str]:
    """What is posted; ``id`` stays the same when it is posted again."""
    return {
        "id": alert.id,
        "kind": alert.kind,
        "subject": alert.subject,
        "sentence": alert.sentence,
        "created": alert.created.isoformat(),
    }
