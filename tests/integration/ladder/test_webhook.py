"""The operator's webhook: each alert is posted once, and no receiver holds anything up."""

import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic
from typing import Any

import pytest
from ladder_players import START

from scuffle_platform import webhook
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store, alerts
from scuffle_platform.webhook import FIRST_PAUSE, Webhook


class Receiver:
    """Takes what is posted, or refuses it."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.status = 200
        self.release = threading.Event()
        self.release.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.release.wait(20)
                if receiver.status == 200:
                    receiver.taken.append(json.loads(body))
                self.send_response(receiver.status)
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server.server_port}/alerts"

    def close(self) -> None:
        """Stop listening."""
        self.release.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    yield found
    found.close()


def sound(store: Store, subject: str = "w1", after_s: int = 0) -> None:
    at = START + timedelta(seconds=after_s)
    with store.session() as session:
        alerts.sound(session, "quarantine", subject, f"{subject} is out.", at)


def test_an_alert_is_posted_once(sqlite_store: Store, receiver: Receiver) -> None:
    hook = Webhook(sqlite_store, receiver.url)
    sound(sqlite_store)
    sound(sqlite_store, "w2", 1)
    for _ in range(3):
        hook.look(START)
        hook.wait()
    assert [one["subject"] for one in receiver.taken] == ["w1", "w2"]
    told = receiver.taken[0]
    assert (told["kind"], told["sentence"]) == ("quarantine", "w1 is out.")
    assert told["created"] == START.isoformat()
    assert len(told["id"]) == 12


@pytest.mark.parametrize("status", [500, 404, 302])
def test_what_was_refused_is_posted_again_later(
    status: int, sqlite_store: Store, receiver: Receiver
) -> None:
    hook = Webhook(sqlite_store, receiver.url)
    receiver.status = status
    sound(sqlite_store)
    hook.look(START)
    hook.wait()
    receiver.status = 200
    hook.look(START + FIRST_PAUSE / 2)
    hook.wait()
    assert receiver.taken == []
    hook.look(START + FIRST_PAUSE)
    hook.wait()
    assert [one["subject"] for one in receiver.taken] == ["w1"]


def test_a_receiver_that_never_answers_holds_nothing_up(
    sqlite_store: Store, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook, "TIMEOUT_S", 0.5)
    hook = Webhook(sqlite_store, receiver.url)
    receiver.release.clear()
    sound(sqlite_store)
    began = monotonic()
    hook.look(START)
    hook.look(START)
    assert monotonic() - began < 0.5
    hook.wait()
    receiver.release.set()
    # What it took too late is posted again under the same id.
    hook.look(START + timedelta(minutes=1))
    hook.wait()
    assert len({one["id"] for one in receiver.taken}) == 1


def test_a_receiver_that_is_not_there_is_tried_again(
    sqlite_store: Store, receiver: Receiver
) -> None:
    hook = Webhook(sqlite_store, "http://127.0.0.1:9/nobody")
    sound(sqlite_store)
    hook.look(START)
    hook.wait()
    hook.url = receiver.url
    hook.look(START + FIRST_PAUSE)
    hook.wait()
    assert len(receiver.taken) == 1


def test_without_an_address_nothing_is_posted(sqlite_store: Store) -> None:
    hook = Webhook(sqlite_store, Settings().alert_webhook)
    sound(sqlite_store)
    hook.look(START)
    hook.wait()
    with sqlite_store.reading() as session:
        assert len(alerts.untold(session, 9)) == 1


def test_an_address_that_is_none_is_told() -> None:
    with pytest.raises(ValueError, match="wanted http://host/path"):
        Settings(alert_webhook="file:///etc/passwd")
