"""The option of commands that print an address of the site."""

import os

import click

from scuffle.transport import DEFAULT_URL


def _address(_context: click.Context, _option: click.Parameter, flag: str | None) -> str:
    """The flag, the variable, or where the site of the data folder says that it answers."""
    return (flag or os.environ.get("SCUFFLE_URL") or _written() or DEFAULT_URL).rstrip("/")


def _written() -> str:
    from scuffle_platform.settings import Settings

    try:
        return (Settings().data / "url").read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


site_option = click.option(
    "--url",
    metavar="URL",
    callback=_address,
    help="The site. [SCUFFLE_URL, or where that of the data folder runs]",
)
