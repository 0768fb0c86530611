"""The server's commands of ``scuffle``: serve, recorder, scheduler, db, admin.

What a command needs is imported when it runs, so that ``scuffle --help`` stays quick.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from scuffle.cli.command import command, data_option, group
from scuffle.cli.exits import Failure
from scuffle_platform.league_commands import league
from scuffle_platform.opening import database, settings
from scuffle_platform.operate_commands import join
from scuffle_platform.season_commands import season
from scuffle_platform.site_option import site_option

LOOKS, LOOK_AGAIN_S = 3, 4.0


@command(
    "serve",
    """scuffle serve --data data
    scuffle serve --host 0.0.0.0 --port 8080 --processes 4""",
)
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


@command(
    "recorder",
    "scuffle recorder --data data",
)
@data_option
def recorder() -> None:
    """Record what the workers report."""
    from scuffle_platform.recorder import run

    run(settings())


@command(
    "scheduler",
    "scuffle scheduler --data data",
)
@data_option
def scheduler() -> None:
    """Make matches, sweep what is stuck, tidy up."""
    from scuffle_platform.scheduler import run

    run(settings())


@group(
    "db",
    """scuffle db upgrade
    scuffle db backup
    scuffle db check""",
)
def db() -> None:
    """Look after the database."""


@db.command(
    "upgrade",
    examples="scuffle db upgrade --data data",
)
@data_option
def upgrade() -> None:
    """Bring tables, house bots and ladders to this version."""
    from scuffle_platform.house import seed
    from scuffle_platform.store import Store
    from scuffle_platform.store.migrate import migrate

    with database() as url:
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


@db.command(
    "check",
    examples="scuffle db check --data data",
)
@data_option
def check() -> None:
    """Whether the database is whole, agrees with itself, and no cage was left on this host."""
    from scuffle.backends import leftovers
    from scuffle_platform.store.check import faults

    with database() as url:
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
        with database() as url:
            yield url
    except BackupFailed as error:
        raise Failure(f"{error}.") from None


@db.command(
    "backup",
    examples="""scuffle db backup
    scuffle db backup before-the-update.db""",
)
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
            file = backups.make_copy(url, backups.backup_folder(settings().data), now())
        else:
            copies.backup(url, file)
    click.echo(f"Written: {file} ({file.stat().st_size:,} bytes).")


@db.command(
    "restore",
    examples="scuffle db restore before-the-update.db",
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_option
def restore(file: Path) -> None:
    """Replace the database by the copy in FILE, also while the site runs."""
    from scuffle_platform.store import backup as copies

    with _copying() as url:
        revision = copies.restore(url, file)
    click.echo(f"Restored from {file}; the database is at revision {revision}.")


@group(
    "admin",
    """scuffle admin user create anna --admin
    scuffle admin pause virus-war --why "Its rules are being mended."
    scuffle admin drain worker-2""",
)
def admin() -> None:
    """Run the site: people, workers, pauses, results."""


@admin.group(
    "user",
    examples="""scuffle admin user create anna
    scuffle admin user link anna""",
)
def user() -> None:
    """Make accounts and let people in again."""


@user.command(
    "create",
    examples="""scuffle admin user create anna --admin
    scuffle admin user create robot --token read,submit""",
)
@click.argument("name")
@click.option("--admin", "is_admin", is_flag=True, help="May read every log and source.")
@click.option("--token", "scopes", metavar="SCOPES", help="Also make a token: read,submit,admin.")
@site_option
@data_option
def create(name: str, is_admin: bool, scopes: str | None, url: str) -> None:
    """Make the account NAME; prints a link that logs in once, and the token once."""
    from scuffle_platform import accounts_admin as people

    try:
        with database() as address:
            made = people.create(address, name, is_admin, people.scopes_of(scopes))
    except people.Refused as error:
        raise Failure(str(error)) from None
    click.echo(f"Log in once, within two days: {url}/log-in/{made.link}")
    if made.token:
        click.echo(f"Token, shown this once:       {made.token}")


@user.command(
    "link",
    examples="scuffle admin user link anna",
)
@click.argument("name")
@site_option
@data_option
def link(name: str, url: str) -> None:
    """Print a link that logs NAME in once, for a forgotten password."""
    from scuffle_platform import accounts_admin as people

    try:
        with database() as address:
            secret = people.link(address, name)
    except people.Refused as error:
        raise Failure(str(error)) from None
    click.echo(f"Log in once, within two days: {url}/log-in/{secret}")


@admin.command(
    "invite",
    examples="scuffle admin invite",
)
@data_option
def invite() -> None:
    """Print a code for one new account, for a site with SCUFFLE_SIGNUP=invite."""
    from scuffle_platform import accounts_admin as people

    with database() as address:
        code = people.invite(address)
    click.echo(f"Invitation, good once, within 14 days: {code}")


join(admin, user)
admin.add_command(league)
admin.add_command(season)
