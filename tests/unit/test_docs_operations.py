"""Every command that runs a site is named on the page that says how."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from scuffle_platform.commands import admin

PAGE = Path(__file__).resolve().parents[2] / "platform/scuffle_platform/web/docs/run-a-site.md"


def commands(group: click.Group, before: str) -> Iterator[str]:
    """Every command below a group, with all its words."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, f"{before} {name}")
        else:
            yield f"{before} {name}"


@pytest.mark.parametrize("words", sorted(commands(admin, "scuffle admin")))
def test_a_command_of_operators_is_named_where_sites_are_run(words: str) -> None:
    assert words in PAGE.read_text(encoding="utf-8")
