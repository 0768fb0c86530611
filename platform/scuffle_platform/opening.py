"""What every server command begins with: the data folder, the settings, the database."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scuffle.cli.exits import Failure

if TYPE_CHECKING:
    from scuffle_platform.settings import Settings


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


def settings() -> "Settings":
    """The settings in use.

    Raises:
        Failure: they cannot be used; it says which.
    """
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
def database() -> Iterator[str]:
    """The database's URL; one that cannot be reached is told in a sentence."""
    from scuffle_platform.store import OperationalError, ProgrammingError

    try:
        yield settings().database
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
