"""A real application over a real database and a real Valkey, and people who use it."""

import io
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from scuffle_platform.app import create_app
from scuffle_platform.passwords import hash_password
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store, accounts, tokens
from scuffle_platform.store.migrate import migrate

PASSWORD = "correct horse battery"
BOT = b"def get_action(state, api):\n    return state['legal_actions'][0]\n"


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with every table and no row."""
    path = tmp_path_factory.mktemp("migrated") / "scuffle.db"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture
def settings(tmp_path: Path, empty_valkey: str, migrated: Path) -> Settings:
    """Settings of a fresh site."""
    shutil.copy(migrated, tmp_path / "scuffle.db")
    return Settings(data=tmp_path, redis_url=empty_valkey)


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    """The application."""
    made = create_app(settings, TESTING=True)
    yield made
    made.extensions["scuffle.store"].close()


@pytest.fixture
def store(app: Flask) -> Store:
    """The application's store."""
    found: Store = app.extensions["scuffle.store"]
    return found


def csrf_of(client: FlaskClient, path: str) -> str:
    """The token in the first form of a page."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get(path).text)
    assert found, f"no form on {path}"
    return found[1]


@dataclass
class Person:
    """Somebody with an account: a token's client and, when logged in, a browser."""

    id: str
    name: str
    token: str
    app: Flask

    def call(self, method: str, path: str, **kwargs: Any) -> Any:
        """Ask the API with the token."""
        headers = {"Authorization": f"Bearer {self.token}"} | kwargs.pop("headers", {})
        client = self.app.test_client(use_cookies=False)
        return client.open(f"/api/v1/{path}", method=method, headers=headers, **kwargs)

    def get(self, path: str, **kwargs: Any) -> Any:
        """GET with the token."""
        return self.call("GET", path, **kwargs)

    def post(self, path: str, **kwargs: Any) -> Any:
        """POST with the token."""
        return self.call("POST", path, **kwargs)

    def upload(self, bot: str, data: bytes = BOT, name: str = "bot.py", **fields: str) -> Any:
        """Upload a version."""
        form = {"file": (io.BytesIO(data), name)} | fields
        return self.post(f"bots/{bot}/versions", data=form)

    def browser(self) -> FlaskClient:
        """A browser that this person has logged in to."""
        client = self.app.test_client()
        form = {"name": self.name, "password": PASSWORD, "csrf_token": csrf_of(client, "/log-in")}
        assert client.post("/log-in", data=form).status_code == 303
        return client

    def bot(self, name: str, game: str = "virus-war") -> str:
        """Make a bot; gives its id."""
        answer = self.post("bots", json={"name": name, "game": game})
        assert answer.status_code == 201, answer.text
        return str(answer.json["id"])


@pytest.fixture
def person(app: Flask, store: Store) -> Callable[..., Person]:
    """Make an account with the password ``PASSWORD`` and a token."""

    def make(name: str, *, scopes: tuple[str, ...] = ("read", "submit"), admin: bool = False) -> Any:
        with store.session() as session:
            account = accounts.create(session, name, hash_password(PASSWORD), is_admin=admin)
            session.flush()
            _, secret = tokens.make(session, account.id, "test", scopes)
        return Person(account.id, name, secret, app)

    return make


@pytest.fixture
def anna(person: Callable[..., Person]) -> Person:
    """A competitor."""
    return person("anna")


@pytest.fixture
def ben(person: Callable[..., Person]) -> Person:
    """Another competitor."""
    return person("ben")


@pytest.fixture
def admin(person: Callable[..., Person]) -> Person:
    """An organiser."""
    return person("olga", scopes=("read", "submit", "admin"), admin=True)


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    """A browser that nobody is signed in to."""
    return app.test_client()
