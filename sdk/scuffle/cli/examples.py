"""Commands and groups whose help starts with examples; every command of the house is one."""

from typing import Any

import click


def _lines(examples: str) -> list[str]:
    return [line.strip() for line in examples.strip().splitlines()]


def _write(examples: list[str], formatter: click.HelpFormatter) -> None:
    with formatter.section("Examples"):
        for line in examples:
            # Not wrapped: an example is there to be pasted.
            formatter.write(f"{'':>{formatter.current_indent}}{line}\n")
    formatter.write_paragraph()


class ExampleCommand(click.Command):
    """A command with examples."""

    def __init__(self, *args: Any, examples: str = "", **kwargs: Any) -> None:
        """Take what ``click.Command`` takes, and ``examples``, one command a line."""
        super().__init__(*args, **kwargs)
        self.examples = _lines(examples)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples first."""
        _write(self.examples, formatter)
        super().format_help(ctx, formatter)


class ExampleGroup(ExampleCommand, click.Group):
    """A group with examples, whose commands and groups have them too."""

    command_class = ExampleCommand
    group_class = type
