"""What every server command begins with: the settings, the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scuffle.cli.exits import Failure

if TYPE_CHECKING:
    from scuffle_platform.settings import Settings


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
