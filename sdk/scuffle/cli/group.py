"""The command group: commands are imported when called, and those of other packages merged in."""

import errno
import os
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import click

from scuffle.cli.examples import ExampleGroup
from scuffle.cli.exits import Exit, Failure
from scuffle.cli.extras import missing_of

_DEBUG = "SCUFFLE_DEBUG"


class LazyGroup(ExampleGroup):
    """A group whose commands are dotted paths until one is called."""

    def __init__(
        self,
        *args: Any,
        lazy: Mapping[str, tuple[str, str]] | None = None,
        group: str | None = None,
        **kwargs: Any,
    ) -> None:
        """Make the group.

        Args:
            *args: what ``ExampleGroup`` takes.
            lazy: by command name ``(module:attribute, one line of help)``.
            group: the entry-point group whose commands are merged in.
            **kwargs: what ``ExampleGroup`` takes.
        """
        super().__init__(*args, **kwargs)
        self._lazy = dict(lazy or {})
        self._entry_group = group

    def _entries(self) -> dict[str, EntryPoint]:
        if self._entry_group is None:
            return {}
        return {entry.name: entry for entry in entry_points(group=self._entry_group)}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names: the SDK's in their order, then those of other packages."""
        return [*self._lazy, *(name for name in self._entries() if name not in self._lazy)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command.

        Raises:
            Failure: its package is there but an extra of it is missing.
        """
        if cmd_name in self._lazy:
            module, _, attribute = self._lazy[cmd_name][0].partition(":")
            found: click.Command = getattr(import_module(module), attribute)
            return found
        entry = self._entries().get(cmd_name)
        return _load(entry) if entry else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a mistyped one is answered with those that come close."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in self.list_commands(ctx):
            close = get_close_matches(name, self.list_commands(ctx), n=3, cutoff=0.5)
            hint = (
                f"Did you mean {' or '.join(close)}?"
                if close
                else f"See {ctx.command_path} --help."
            )
            raise click.UsageError(f"There is no command {name!r}. {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        own = [(name, text) for name, (_, text) in self._lazy.items()]
        others = [
            (name, f"from {entry.value.partition('.')[0]}")
            for name, entry in self._entries().items()
            if name not in self._lazy
        ]
        with formatter.section("Commands"):
            formatter.write_dl(own)
        if others:
            with formatter.section("Server side"):
                formatter.write_dl(others)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, turn every error into a sentence on stderr, and exit with the documented code."""
        if not kwargs.get("standalone_mode", True):
            return super().main(*args, **kwargs)
        kwargs["standalone_mode"] = False
        try:
            code = super().main(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - the last line before a person
            code = _told(error)
        sys.exit(code if isinstance(code, int) else Exit.OK)


def _load(entry: EntryPoint) -> click.Command:
    """The command of another package, if all that its extra asks for is installed."""
    extra = entry.module.partition(".")[0].removeprefix("scuffle_")
    missing = missing_of(entry, extra)
    if missing and entry.dist:
        raise Failure(
            f"The command {entry.name!r} needs {', '.join(missing)}, not installed here. "
            f"Install it with: pip install '{entry.dist.name}[{extra}]'"
        )
    found: click.Command = entry.load()
    return found


def _told(error: Exception) -> int:
    """Say what went wrong on stderr; returns the exit code."""
    if os.environ.get(_DEBUG):
        raise error
    if isinstance(error, click.exceptions.Abort):
        click.echo("scuffle: interrupted", err=True)
        return Exit.INTERRUPTED
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - nobody reads us any more
        return Exit.FAILURE
    if not isinstance(error, click.ClickException):
        from scuffle.cli.known import failure_of

        error = failure_of(error) or Failure(
            f"{type(error).__name__}: {error}. This is a fault of Scuffle itself; "
            f"with {_DEBUG}=1 it shows where."
        )
    error.show()
    return error.code if isinstance(error, Failure) else error.exit_code
