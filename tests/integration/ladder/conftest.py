"""Stores, queues and houses to test in."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from ladder_town import Town
from sqlalchemy import select

from scuffle_platform import house
from scuffle_platform.queue import Queue
from scuffle_platform.store import Store
from scuffle_platform.store.migrate import migrate
from scuffle_platform.store.models import Ladder


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Each of the two databases, empty."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'scuffle.db'}"
    return str(request.getfixturevalue("postgres_url"))


@contextmanager
def _settled(url: str) -> Iterator[Store]:
    migrate(url)
    with Store(url) as store:
        house.seed(store)
        yield store


@pytest.fixture(scope="session")
def settled_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file, migrated and with house bots, to be copied."""
    path = tmp_path_factory.mktemp("settled") / "scuffle.db"
    with _settled(f"sqlite:///{path}") as store, store.engine.connect() as connection:
        # So that the file alone holds everything.
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql("BEGIN")
    return path


@pytest.fixture(scope="session")
def settled_postgres(postgres_socket: Path) -> str:
    """The same as a database of PostgreSQL; its name."""
    where = {"host": str(postgres_socket), "user": "postgres", "dbname": "postgres"}
    with psycopg.connect(**where, autocommit=True) as connection:
        connection.execute("CREATE DATABASE settled")
    with _settled(f"postgresql+psycopg://postgres@/settled?host={postgres_socket}"):
        return "settled"


@pytest.fixture(params=["sqlite", "postgres"])
def settled_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store with house bots, once on each database."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("settled_file"), tmp_path / "scuffle.db")
        url = f"sqlite:///{tmp_path / 'scuffle.db'}"
    else:
        name = request.getfixturevalue("settled_postgres")
        url = request.getfixturevalue("copied_postgres")(name)
    with Store(url) as store:
        yield store


@pytest.fixture
def sqlite_store(tmp_path: Path, settled_file: Path) -> Iterator[Store]:
    """An SQLite store with house bots, where the database makes no difference."""
    shutil.copy(settled_file, tmp_path / "scuffle.db")
    with Store(f"sqlite:///{tmp_path / 'scuffle.db'}") as store:
        yield store


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    """A migrated store, once on each database."""
    migrate(database_url)
    with Store(database_url) as store:
        yield store


@pytest.fixture
def queue(empty_valkey: str) -> Iterator[Queue]:
    """A real, empty queue."""
    with Queue(empty_valkey) as queue:
        yield queue


@pytest.fixture
def town(settled_store: Store, queue: Queue, tmp_path: Path) -> Town:
    """A house with house bots, once on each database."""
    return Town(settled_store, queue, tmp_path)


@pytest.fixture
def sqlite_town(sqlite_store: Store, queue: Queue, tmp_path: Path) -> Town:
    """A house with house bots on SQLite."""
    return Town(sqlite_store, queue, tmp_path)


@pytest.fixture
def quiet(sqlite_town: Town) -> Town:
    """A town in which nothing is played but what a test asks for."""
    with sqlite_town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True
    sqlite_town.show_card()
    return sqlite_town


@pytest.fixture
def ada(quiet: Town) -> str:
    """An account of the quiet town; its id."""
    return quiet.person("ada")
