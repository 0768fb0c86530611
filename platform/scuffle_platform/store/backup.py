"""Copies of the whole database: made while it is in use, checked, and put back.

SQLite's own backup makes a consistent copy beside running writers; PostgreSQL has ``pg_dump``
and ``pg_restore`` for that.
"""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url

from scuffle_platform.store.engine import is_sqlite

PROGRAM_LIMIT_S = 3_600


class BackupFailed(Exception):
    """A copy could not be made or put back; one sentence for the operator."""


def backup(url: str, copy: Path) -> None:
    """Write a copy of the database at ``url`` to the new file ``copy``, for its owner alone.

    Raises:
        BackupFailed: the file exists, or the database cannot be read.
    """
    if copy.exists():
        raise BackupFailed(f"{copy} exists already; give a name that is free")
    if is_sqlite(url):
        _copy_sqlite(_sqlite_file(url), copy)
    else:
        _postgres("pg_dump", "--format=custom", f"--file={copy}", url=url)
    copy.chmod(0o600)


def restore(url: str, copy: Path) -> None:
    """Replace the database at ``url`` by ``copy``; nothing may use it meanwhile.

    Raises:
        BackupFailed: the file is no whole copy, or the database cannot be written.
    """
    if not copy.is_file():
        raise BackupFailed(f"there is no file {copy}")
    if not is_sqlite(url):
        _postgres("pg_restore", "--clean", "--if-exists", "--no-owner", str(copy), url=url)
        return
    faults = check_sqlite(copy)
    if faults:
        raise BackupFailed(f"{copy} is no whole backup: {faults[0]}")
    _copy_sqlite(copy, _sqlite_file(url))


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


def _sqlite_file(url: str) -> Path:
    return Path(make_url(url).database or "")


def _copy_sqlite(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as here,
            closing(sqlite3.connect(target)) as there,
        ):
            here.backup(there)
    except sqlite3.Error as error:
        raise BackupFailed(f"{source} cannot be copied to {target}: {error}") from None


def _postgres(program: str, *arguments: str, url: str) -> None:
    """Run one of PostgreSQL's programs; the password goes by the environment, not the command."""
    if shutil.which(program) is None:
        raise BackupFailed(f"{program} is missing; on Debian: apt-get install postgresql-client")
    where = make_url(url)
    plain = where.set(drivername="postgresql", password=None).render_as_string()
    environment = {**os.environ, "PGPASSWORD": where.password or ""}
    done = subprocess.run(
        (program, f"--dbname={plain}", *arguments),
        env=environment,
        capture_output=True,
        text=True,
        timeout=PROGRAM_LIMIT_S,
        check=False,
    )
    if done.returncode:
        raise BackupFailed(f"{program} failed: {done.stderr.strip()[-1_000:]}")
