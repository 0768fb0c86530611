"""One database: its engine and its transactions."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import Session, sessionmaker

BUSY_TIMEOUT_MS = 15_000


class Store:
    """A database, SQLite or PostgreSQL; a context manager that closes its connections."""

    def __init__(self, url: str, *, fresh: bool = False) -> None:
        """Open ``url``; no table is made here, see ``migrate``.

        Args:
            url: SQLAlchemy's.
            fresh: make an SQLite file, and its folder, that is not there. Otherwise whoever has
                named the wrong folder would leave an empty database in it.
        """
        self.url = url
        # A server that was restarted leaves dead connections behind: each is tried before use.
        self.engine = (
            _sqlite_engine(url, fresh) if is_sqlite(url) else create_engine(url, pool_pre_ping=True)
        )
        self._write = sessionmaker(self.engine, expire_on_commit=False)
        deferred = self.engine.execution_options(sqlite_begin="DEFERRED")
        self._read = sessionmaker(deferred, expire_on_commit=False)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    @contextmanager
    def session(self) -> Iterator[Session]:
        """One transaction that may write: committed at the end, rolled back by an exception.

        On SQLite it takes the write lock at once, so that no later statement finds it taken.
        """
        with self._write.begin() as session:
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One transaction that only reads, waits for no writer, and is rolled back."""
        with self._read() as session:
            yield session

    def gather_statistics(self) -> None:
        """Let SQLite see which of its indexes are worth taking; PostgreSQL does so by itself."""
        if is_sqlite(self.url):
            with self.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA optimize=0x10002")
                connection.commit()


def is_database(url: str) -> bool:
    """Whether ``url`` names a database of a kind that the store can open."""
    try:
        return make_url(url).get_backend_name() in ("sqlite", "postgresql")
    except ArgumentError:
        return False


def is_sqlite(url: str) -> bool:
    """Whether ``url`` names an SQLite database."""
    return make_url(url).get_backend_name() == "sqlite"


def _sqlite_engine(url: str, fresh: bool) -> Engine:
    path = make_url(url).database
    engine = create_engine(url, connect_args={"timeout": BUSY_TIMEOUT_MS / 1000})
    if path and path != ":memory:":
        if fresh:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        else:
            event.listen(engine, "do_connect", _unless_missing(Path(path)))
    event.listen(engine, "connect", _set_pragmas)
    event.listen(engine, "begin", _begin)
    return engine


def _unless_missing(path: Path) -> Callable[..., None]:
    """SQLite would make a file that is not there."""

    def look(*_: object) -> None:
        if not path.exists():
            raise sqlite3.OperationalError(f"there is no {path}")

    return look


def _set_pragmas(connection: Any, _record: object) -> None:
    # Without this the driver begins transactions by itself, deferred and late.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    mode = connection.get_execution_options().get("sqlite_begin", "IMMEDIATE")
    connection.exec_driver_sql(f"BEGIN {mode}")
