"""What every command of the house keeps to: examples first, JSON where it is promised."""

import re
import shlex
from pathlib import Path

import click
import pytest

from scuffle.cli import COMMANDS, main

ROOT = Path(__file__).parents[2]
CLI = (ROOT / "platform/scuffle_platform/web/docs/cli.md").read_text("utf-8")


def tree(command, path):
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=path)
        for name in command.list_commands(context):
            yield from tree(command.get_command(context, name), f"{path} {name}")


ALL = dict(tree(main, "scuffle"))


@pytest.mark.parametrize("path", ALL)
def test_help_starts_with_examples_that_parse(path):
    command = ALL[path]
    assert command.get_help(click.Context(command, info_name=path)).startswith(
        "Examples:\n  scuffle"
    )
    for line in command.examples:
        assert f"{line} ".startswith(f"{path} ")
        words = shlex.split(re.split(" >>? | < ", line)[0])
        found = max((one for one in ALL if line.startswith(one)), key=len)
        flags = {flag for one in ALL[found].params for flag in one.opts}
        used = {word for word in words if re.fullmatch("--?[a-z-]+", word)}
        assert used - {"-"} <= flags, line


def test_the_documentation_says_which_commands_have_no_json():
    without = {
        path.removeprefix("scuffle ")
        for path, command in ALL.items()
        if path.split()[1:2]
        and path.split()[1] in COMMANDS
        and not isinstance(command, click.Group)
        if not any("--json" in one.opts for one in command.params)
    }
    (said,) = re.findall(r"All in this list but (.*) have `--json`", CLI)
    assert set(re.findall("`([a-z ]+)`", said)) == without


def test_every_command_of_the_server_takes_the_data_folder():
    for path, command in ALL.items():
        of_server = path.split()[1:2] and path.split()[1] not in COMMANDS
        if of_server and not isinstance(command, click.Group):
            assert any("--data" in one.opts for one in command.params), path


@pytest.mark.parametrize("name", ["worker", "boards"])
def test_workers_find_the_queue_where_the_recorder_does(name, tmp_path, monkeypatch):
    from scuffle_platform.settings import Settings

    monkeypatch.setenv("SCUFFLE_DATA", str(tmp_path / "site"))
    monkeypatch.delenv("SCUFFLE_REDIS_URL", raising=False)

    def queue_of(*words):
        return ALL[f"scuffle {name}"].make_context(name, list(words)).params["redis"]

    assert queue_of() == Settings().redis
    assert queue_of("--data", str(tmp_path / "other")) == f"unix://{tmp_path}/other/valkey.sock"
    assert queue_of() == Settings().redis == f"unix://{tmp_path}/other/valkey.sock"
    monkeypatch.setenv("SCUFFLE_REDIS_URL", "redis://queue:6379/0")
    assert queue_of() == Settings().redis == "redis://queue:6379/0"


@pytest.mark.parametrize("variable", ["SCUFFLE_REDIS_URL", "SCUFFLE_SANDBOX"])
def test_a_bad_value_for_a_worker_names_its_source(variable, monkeypatch):
    monkeypatch.setenv(variable, "nosuch")
    with pytest.raises(click.BadParameter) as raised:
        ALL["scuffle worker"].make_context("worker", [])
    assert variable in raised.value.format_message()
