"""How a command ends: exit codes, and failures told in a sentence."""

from enum import IntEnum
from typing import IO, Any

import click


class Exit(IntEnum):
    """The exit codes of every command."""

    OK = 0
    FAILURE = 1
    USAGE = 2
    BOT_FAILED = 3
    CHECK_FAILED = 4
    NOT_ALLOWED = 5
    QUOTA = 6
    UNREACHABLE = 7
    INTERRUPTED = 130


class Failure(click.ClickException):
    """A command could not do what was asked; the message says why and what to do."""

    def __init__(self, message: str, code: Exit = Exit.FAILURE) -> None:
        """Fail with ``message`` on stderr and exit code ``code``."""
        super().__init__(message)
        self.code = code

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the message to stderr."""
        click.echo(f"scuffle: {self.format_message()}", file=file, err=file is None)
