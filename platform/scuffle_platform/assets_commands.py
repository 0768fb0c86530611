"""``scuffle assets``: what the site serves and this project does not hold."""

import click

from scuffle.cli.command import data_option, group
from scuffle.cli.exits import Failure
from scuffle_platform.opening import settings


@group(
    "assets",
    "scuffle assets pyodide",
)
def assets() -> None:
    """Fetch what the site serves and does not bring along."""


def told() -> str:
    """What ``scuffle doctor`` says of it."""
    from scuffle_platform.pyodide.files import state

    return f"Practice {state(settings().data.resolve())}."


@assets.command(
    "pyodide",
    examples="scuffle assets pyodide --data data",
)
@data_option
def pyodide() -> None:
    """Fetch Python for browsers, so that the Practice page plays without a server.

    Takes the npm package pyodide, by npm, and the wheels of pydantic and what it needs, by pip;
    checks every file against a list, and keeps them in the data folder. About 14 MB.
    """
    from scuffle_platform.pyodide.fetch import CannotFetch, fetch

    try:
        where = fetch(settings().data.resolve())
    except CannotFetch as error:
        raise Failure(f"Python for browsers could not be fetched: {error}.") from None
    click.echo(f"The Practice page runs Python in the browser now; its files: {where}")
