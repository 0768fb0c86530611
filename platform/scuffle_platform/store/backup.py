"""Copies of the whole database: made while it is in use, checked, and put back.

SQLite's own backup makes a consistent copy beside running writers; PostgreSQL has ``pg_dump``
and ``pg_restore`` for that.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic.util.exc import CommandError
from sqlalchemy import make_url

from scuffle_platform.store import postgres_copy
from scuffle_platform.store.engine import is_sqlite
from scuffle_platform.store.failure import BackupFailed
from scuffle_platform.store.migrate import migrate, revisions

__all__ = ["BackupFailed", "backup", "check_sqlite", "restore"]

NO_REVISION = "none"


def backup(url: str, copy: Path) -> None:
    """Write a copy of the database at ``url`` to the new file ``copy``, for its owner alone.

    Raises:
        BackupFailed: the file exists, cannot be written, or the database cannot be read.
    """
    if copy.exists():
        raise BackupFailed(f"{copy} exists already; give a name that is free")
    if is_sqlite(url) and _sqlite_revision(_sqlite_file(url)) == NO_REVISION:
        raise BackupFailed(
            f"{_sqlite_file(url)} is no database of a site, so there is nothing to copy; name the "
            "site's folder with --data or SCUFFLE_DATA"
        )
    if not copy.parent.is_dir():
        raise BackupFailed(f"there is no folder {copy.parent}; make it, or give another file")
    # Under another name first: nobody takes half a copy for a whole one.
    half = copy.with_name(f".{copy.name}.half")
    try:
        half.unlink(missing_ok=True)
        if is_sqlite(url):
            _copy_sqlite(_sqlite_file(url), half)
        else:
            postgres_copy.dump(url, half)
        half.chmod(0o600)
        half.rename(copy)
    except OSError as error:
        raise BackupFailed(f"{copy} cannot be written: {error.strerror}") from None
    finally:
        half.unlink(missing_ok=True)


def restore(url: str, copy: Path) -> str:
    """Replace the database at ``url`` by ``copy``, in one transaction, and bring it up to date.

    The site may run meanwhile: whoever reads or writes sees the old rows or the new ones.

    Returns:
        The revision that the database has then.

    Raises:
        BackupFailed: the file is no whole copy, or the database cannot be written.
    """
    if not copy.is_file():
        raise BackupFailed(f"there is no file {copy}")
    sqlite = is_sqlite(url)
    faults = check_sqlite(copy) if sqlite else []
    if faults:
        raise BackupFailed(f"{copy} is no whole backup: {faults[0]}")
    revision = _sqlite_revision(copy) if sqlite else postgres_copy.revision(url, copy)
    if revision not in revisions():
        raise BackupFailed(
            f"{copy} has revision {revision}, which this version of Scuffle does not know; "
            "install a newer one first"
        )
    if sqlite:
        _copy_sqlite(copy, _sqlite_file(url))
    else:
        postgres_copy.load(url, copy)
    try:
        return migrate(url)
    except CommandError as error:
        raise BackupFailed(f"{copy} was put back but not brought up to date: {error}") from None


def check_sqlite(file: Path) -> list[str]:
    """What is wrong with an SQLite database, one line each; nothing if it is whole."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master")}
            rows = [str(row[0]) for row in database.execute("PRAGMA integrity_check")]
            rows += [f"a broken reference in {row[0]}" for row in _foreign_keys(database)]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    if "alembic_version" not in tables:
        return ["it holds no tables of Scuffle"]
    return [row for row in rows if row != "ok"]


def _foreign_keys(database: sqlite3.Connection) -> list[tuple[str, ...]]:
    return database.execute("PRAGMA foreign_key_check").fetchall()


def _sqlite_revision(file: Path) -> str:
    """The revision of the tables in a file; ``NO_REVISION``: there are none, or no file."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            row = database.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError as error:
        if file.is_file() and "no such table" not in str(error):
            raise BackupFailed(f"{file} cannot be read: {error}") from None
        return NO_REVISION
    return str(row[0]) if row else NO_REVISION


def _sqlite_file(url: str) -> Path:
    return Path(make_url(url).database or "")


def _copy_sqlite(source: Path, target: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as here,
            closing(sqlite3.connect(target, timeout=60)) as there,
        ):
            here.backup(there)
    except sqlite3.Error as error:
        raise BackupFailed(f"{source} cannot be copied to {target}: {error}") from None
