"""The town of the browser tests, behind a test client."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from e2e.town import PASSWORD, Town
from e2e.town_copies import copy_town
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scuffle_platform.app import create_app
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store


@dataclass
class Site:
    """An application and what its store holds."""

    app: Flask
    town: Town

    @property
    def store(self) -> Store:
        """The application's store."""
        found: Store = self.app.extensions["scuffle.store"]
        return found

    def enter(self, name: str) -> FlaskClient:
        """A new browser, in which one of the town's people is logged in."""
        client = self.app.test_client()
        answer = send(client, "/log-in", "/log-in", name=name, password=PASSWORD)
        assert answer.status_code == 303
        return client


def csrf(client: FlaskClient, path: str, **kwargs: Any) -> str:
    """The token in the first form of a page."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get(path, **kwargs).text)
    assert found, f"no form on {path}"
    return found[1]


def send(client: FlaskClient, page: str, path: str, **fields: object) -> TestResponse:
    """Send a form of ``page`` to ``path``."""
    return client.post(path, data={"csrf_token": csrf(client, page), **fields})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, kept_town: Path, valkey: str) -> Iterator[Site]:
    """The town's application."""
    settings = Settings(data=tmp_path_factory.mktemp("town"), redis_url=valkey)
    town = copy_town(kept_town, settings.data)
    app = create_app(settings, TESTING=True)
    yield Site(app, town)
    app.extensions["scuffle.store"].close()


@pytest.fixture
def stranger(site: Site) -> FlaskClient:
    """A browser that nobody is logged in to."""
    return site.app.test_client()


@pytest.fixture
def enter(site: Site) -> Callable[[str], FlaskClient]:
    """Log a new browser in as one of the town's people."""
    return site.enter
