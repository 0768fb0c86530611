"""The server's commands of ``scuffle``: serve, recorder, scheduler, db, admin.

What a command needs is imported when it runs, so that ``scuffle --help`` stays quick.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scuffle.cli.exits import Failure

if TYPE_CHECKING:
    from scuffle_platform.settings import Settings


LOOKS, LOOK_AGAIN_S = 3, 4.0


def _use_data(_context: click.Context, _option: click.Parameter, data: Path | None) -> None:
    """Whoever reads the settings from here on finds the folder in the environment."""
    if data is not None:
        os.environ["SCUFFLE_DATA"] = str(data.resolve())


def data_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option that every server command takes."""
    return click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        callback=_use_data,
        is_eager=True,
        expose_value=False,
        help="Folder of database, queue and keys. [SCUFFLE_DATA]",
    )(command)


def _settings() -> "Settings":
    from pydantic import ValidationError

    from scuffle_platform.settings import Settings

    try:
        return Settings()
    except ValidationError as error:
        wrong = (
            f"SCUFFLE_{str(one['loc'][0]).upper()}: {one['msg'].removeprefix('Value error, ')}"
            for one in error.errors()
        )
        raise Failure(f"These settings cannot be used, mend them: {'; '.join(wrong)}.") from None


@contextmanager
def _database() -> Iterator[str]:
    """The database's URL; one that cannot be reached is told in a sentence."""
    from scuffle_platform.store import OperationalError, ProgrammingError

    try:
        yield _settings().database
    except (OperationalError, ProgrammingError) as error:
        raise Failure(
            f"The database cannot be used: {str(error.orig).strip()}. Start it, give the right "
            "one by SCUFFLE_DATA or SCUFFLE_DATABASE_URL, or make its tables: scuffle db upgrade."
        ) from None
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise Failure(
            "PostgreSQL needs psycopg, not installed here. "
            "Install it with: pip install 'scuffle[postgres]'"
        ) from None


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, help="Port to listen on.")
@click.option("--processes", default=2, show_default=True, help="Web processes.")
@click.option("--threads", default=16, show_default=True, help="Threads in each of them.")
@data_option
def serve(host: str, port: int, processes: int, threads: int) -> None:
    """Serve the site and its API, and nothing else."""
    where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    os.execv(  # noqa: S606 - gunicorn takes this process over
        sys.executable,
        [
            *(sys.executable, "-m", "gunicorn", "--no-control-socket", "--bind", where),
            *("--workers", str(processes), "--threads", str(threads)),
            *("--config", "python:scuffle_platform.gunicorn_settings"),
            "scuffle_platform.app:create_app()",
        ],
    )


@click.command()
@data_option
def recorder() -> None:
    """Record what the workers report."""
    from scuffle_platform.recorder import run

    run(_settings())


@click.command()
@data_option
def scheduler() -> None:
    """Make matches, sweep what is stuck, tidy up."""
    from scuffle_platform.scheduler import run

    run(_settings())


@click.group()
def db() -> None:
    """Look after the database."""


@db.command()
@data_option
def upgrade() -> None:
    """Bring tables, house bots and ladders to this version."""
    from scuffle_platform.house import seed
    from scuffle_platform.store import Store
    from scuffle_platform.store.migrate import migrate

    with _database() as url:
        revision = migrate(url)
        with Store(url) as store:
            seed(store)
    click.echo(f"The database is at revision {revision}.")


def _left() -> list[str]:
    """What stays of killed workers' cages: a worker started just now may be sweeping them."""
    from time import sleep

    from scuffle.backends import leftovers

    found = leftovers()
    for _ in range(LOOKS - 1):
        if found:
            sleep(LOOK_AGAIN_S)
            found = [left for left in found if left in leftovers()]
    return found


@db.command()
@data_option
def check() -> None:
    """Whether the database is whole, agrees with itself, and no cage was left on this host."""
    from scuffle.backends import leftovers
    from scuffle_platform.store.check import faults

    with _database() as url:
        found = faults(url) + [
            f"there is {left}; the next worker removes it" for left in leftovers()
        ]
    if found:
        raise Failure("The database has faults:\n" + "\n".join(f"  {line}" for line in found))
    click.echo("The database is whole and of this version.")


@contextmanager
def _copying() -> Iterator[str]:
    """The database's URL; a copy that fails is told in a sentence."""
    from scuffle_platform.store.backup import BackupFailed

    try:
        with _database() as url:
            yield url
    except BackupFailed as error:
        raise Failure(f"{error}.") from None


@db.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@data_option
def backup(file: Path | None) -> None:
    """Write a copy of the database to FILE, also while the site runs.

    Without FILE it is added to those that the scheduler makes each day, in backups/ of the data
    folder, of which the last seven are kept.
    """
    from scuffle_platform import backups
    from scuffle_platform.store import backup as copies
    from scuffle_platform.store.models import now

    with _copying() as url:
        if file is None:
            file = backups.make_copy(url, backups.backup_folder(_settings().data), now())
        else:
            copies.backup(url, file)
    click.echo(f"Written: {file} ({file.stat().st_size:,} bytes).")


@db.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_option
def restore(file: Path) -> None:
    """Replace the database by the copy in FILE, also while the site runs."""
    from scuffle_platform.store import backup as copies

    with _copying() as url:
        revision = copies.restore(url, file)
    click.echo(f"Restored from {file}; the database is at revision {revision}.")


@click.group()
def admin() -> None:
    """Look after accounts."""


@admin.group()
def user() -> None:
    """Make accounts and let people in again."""


@user.command()
@click.argument("name")
@click.option("--admin", "is_admin", is_flag=True, help="May read every log and source.")
@click.option("--token", "scopes", metavar="SCOPES", help="Also make a token: read,submit,admin.")
@click.option("--url", envvar="SCUFFLE_URL", default="http://127.0.0.1:8000", help="The site.")
@data_option
def create(name: str, is_admin: bool, scopes: str | None, url: str) -> None:
    """Make the account NAME; prints a link that logs in once, and the token once."""
    from scuffle_platform import accounts_admin as people

    try:
        with _database() as database:
            made = people.create(database, name, is_admin, people.scopes_of(scopes))
    except people.Refused as error:
        raise Failure(str(error)) from None
    click.echo(f"Log in once, within two days: {url.rstrip('/')}/log-in/{made.link}")
    if made.token:
        click.echo(f"Token, shown this once:       {made.token}")


@user.command()
@click.argument("name")
@click.option("--url", envvar="SCUFFLE_URL", default="http://127.0.0.1:8000", help="The site.")
@data_option
def link(name: str, url: str) -> None:
    """Print a link that logs NAME in once, for a forgotten password."""
    from scuffle_platform import accounts_admin as people

    try:
        with _database() as database:
            secret = people.link(database, name)
    except people.Refused as error:
        raise Failure(str(error)) from None
    click.echo(f"Log in once, within two days: {url.rstrip('/')}/log-in/{secret}")


@admin.command()
@data_option
def invite() -> None:
    """Print a code for one new account, for a site with SCUFFLE_SIGNUP=invite."""
    from scuffle_platform import accounts_admin as people

    with _database() as database:
        code = people.invite(database)
    click.echo(f"Invitation, good once, within 14 days: {code}")
