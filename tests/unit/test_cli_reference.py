"""The SDK's README names every command, option and exit code; every help starts with examples."""

import re
from pathlib import Path

import click
import pytest

from scuffle.cli import COMMANDS, main
from scuffle.cli.exits import Exit

README = (Path(__file__).parents[2] / "sdk" / "README.md").read_text("utf-8")
CONTEXT = click.Context(main, info_name="scuffle")


def commands():
    for name in COMMANDS:
        found = main.get_command(CONTEXT, name)
        if isinstance(found, click.Group):
            for sub in found.list_commands(CONTEXT):
                yield f"{name} {sub}", found.get_command(CONTEXT, sub)
        else:
            yield name, found


ALL = dict(commands())


def row_of(name):
    found = re.search(rf"^\| `{name}[ `][^\n]*$", README, re.MULTILINE)
    assert found, f"no row for {name}"
    return found[0]


@pytest.mark.parametrize("name", ALL)
def test_readme_names_the_command_with_every_option(name):
    row = row_of(name)
    for option in ALL[name].params:
        if isinstance(option, click.Option):
            assert any(f"`{flag}" in row for flag in option.opts), (name, option.opts)


@pytest.mark.parametrize("name", ALL)
def test_readme_names_no_option_that_is_not_there(name):
    there = {flag for option in ALL[name].params for flag in option.opts}
    assert set(re.findall(r"`(--?[a-z-]+)", row_of(name).rpartition("|")[0])) - {"-"} <= there


@pytest.mark.parametrize("name", ALL)
def test_help_starts_with_examples_of_the_command(name):
    command = ALL[name]
    text = command.get_help(click.Context(command, info_name=name))
    assert text.startswith("Examples:\n  scuffle ")
    assert all(example.startswith(f"scuffle {name}") for example in command.examples)


def test_readme_names_every_exit_code():
    assert all(f"| {int(code)} |" in README for code in Exit)


def test_every_line_of_help_ends_as_a_sentence():
    assert all(text.endswith((".", "?")) or "." in text for _, text in COMMANDS.values())


def test_readme_python_listings_run():
    for listing in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        exec(compile(listing, "README", "exec"), {})
