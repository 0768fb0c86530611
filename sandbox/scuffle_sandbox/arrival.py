"""A worker's first look round: which cage it has, and whether it holds."""

import click

from scuffle.backends import look
from scuffle.cage import Report, Sandbox
from scuffle.diagnosis import diagnosis
from scuffle.seat import HostFault


def looked_at(name: str) -> tuple[Sandbox | None, Report]:
    """The backend ``name`` and its report, nothing tried; one that is not usable means: no cage."""
    try:
        return look(name)
    except HostFault as fault:
        return None, Report(name, False, {}, (), (fault.reason,))


def find_cage(name: str, slot: int) -> tuple[Sandbox | None, Report]:
    """The backend ``name``, tried with hostile programs, and its report, which is also printed.

    A report that is not usable means: no cage.
    """
    sandbox, report = _tried(name, slot)
    for line in diagnosis(report):
        click.echo(line, err=True)
    return sandbox, report


def _tried(name: str, slot: int) -> tuple[Sandbox | None, Report]:
    sandbox, report = looked_at(name)
    return sandbox, sandbox.try_out(slot) if sandbox and report.usable else report
