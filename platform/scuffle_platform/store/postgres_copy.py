"""Copies of a PostgreSQL database by its own programs.

A password goes by the environment: a command line is public.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import make_url

from scuffle_platform.store.failure import BackupFailed
from scuffle_platform.store.models import Row

LIMIT_S = 3_600
LOCK_LIMIT = "-c lock_timeout=60s"


def dump(url: str, copy: Path) -> None:
    """Write the database at ``url`` to ``copy``.

    Raises:
        BackupFailed: it cannot be read, or ``pg_dump`` is missing.
    """
    _run("pg_dump", f"--dbname={_plain(url)}", "--format=custom", f"--file={copy}", url=url)


def revision(url: str, copy: Path) -> str:
    """The revision of the tables in ``copy``, which is read to its end.

    Raises:
        BackupFailed: it is no copy of ours, or not a whole one.
    """
    _run("pg_restore", "--file=/dev/null", str(copy), url=url)
    only = ("--data-only", "--table=alembic_version", "--file=-")
    lines = _run("pg_restore", *only, str(copy), url=url).splitlines()
    found = [lines[k + 1] for k, line in enumerate(lines[:-1]) if line.startswith("COPY ")]
    if not found:
        raise BackupFailed(f"{copy} is no whole backup: it holds no tables of Scuffle")
    return found[0].strip()


def load(url: str, copy: Path) -> None:
    """Replace every table of ours by those in ``copy``, in one transaction.

    Raises:
        BackupFailed: it cannot be done; nothing was changed then.
    """
    tables = ", ".join(['"alembic_version"', *(f'"{name}"' for name in Row.metadata.tables)])
    read = ("pg_restore", "--no-owner", "--no-privileges", "--file=-", str(copy))
    write = (
        *(_program("psql"), "--no-psqlrc", "--quiet", "--single-transaction"),
        *("--set=ON_ERROR_STOP=1", f"--dbname={_plain(url)}"),
        *("--command", f"DROP TABLE IF EXISTS {tables} CASCADE", "--file=-"),
    )
    with subprocess.Popen(read, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as reader:
        written = subprocess.run(
            write,
            stdin=reader.stdout,
            env=_environment(url),
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
        if written.returncode:
            raise BackupFailed(f"psql failed: {written.stderr.strip()[-1_000:]}")


def _run(program: str, *arguments: str, url: str) -> str:
    done = subprocess.run(
        (_program(program), *arguments),
        env=_environment(url),
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    if done.returncode:
        raise BackupFailed(f"{program} failed: {done.stderr.strip()[-1_000:]}")
    return done.stdout


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise BackupFailed(f"{name} is missing; on Debian: apt-get install postgresql-client")
    return found


def _plain(url: str) -> str:
    return make_url(url).set(drivername="postgresql", password=None).render_as_string()


def _environment(url: str) -> Mapping[str, str]:
    return {**os.environ, "PGPASSWORD": make_url(url).password or "", "PGOPTIONS": LOCK_LIMIT}
