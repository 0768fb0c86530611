"""``scuffle doctor``: what this machine can do."""

from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import Any

import click

from scuffle.cage import Report
from scuffle.cli.command import as_json, command, messages, print_items
from scuffle.cli.extras import missing_of


@command(
    "doctor",
    """scuffle doctor
    scuffle doctor --json""",
)
@as_json
def doctor(as_json: bool) -> None:
    """Say which cages work here, what holds each of their layers, and which languages run.

    Each cage is tried with a few hostile programs, which takes a second or two.
    """
    from scuffle.backends import backends
    from scuffle.diagnosis import diagnosis

    reports = [sandbox.try_out() for sandbox in backends().values()]
    if as_json:
        print_items([_told(report) for report in reports])
        return
    for report in reports:
        for line in diagnosis(report):
            click.echo(line)
    for line in _said_by_others():
        click.echo(line)
    if len(reports) == 1:
        messages().print("No cage is installed: pip install 'scuffle\\[sandbox]'")


def _said_by_others() -> Iterator[str]:
    """A line of each other package of the house that is installed with all it needs."""
    for entry in entry_points(group="scuffle.doctor"):
        if not missing_of(entry, entry.module.partition(".")[0].removeprefix("scuffle_")):
            yield entry.load()()


def _told(report: Report) -> dict[str, Any]:
    return {
        "backend": report.backend,
        "usable": report.usable,
        "ladder_layer": report.ladder_layer,
        "layers": dict(report.layers),
        "languages": list(report.languages),
        "notes": list(report.notes),
        "remedy": report.remedy,
        "toolchains": {
            id: {"tools": each.tools, "start_ms": each.start_ms}
            for id, each in report.toolchains.items()
        },
        "trials": [{"name": each.name, "escaped": each.escaped} for each in report.trials],
    }
