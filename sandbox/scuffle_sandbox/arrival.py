"""A worker's first look round: which cage it has, and whether it holds."""

import click

from scuffle.backends import look
from scuffle.cage import Report, Sandbox
from scuffle.diagnosis import diagnosis
from scuffle.seat import HostFault


def find_cage(name: str, slot: int) -> tuple[Sandbox | None, Report]:
    """The backend ``name``, tried with hostile programs, and its report, which is also printed.

    A report that is not usable means: no cage.
    """
    sandbox, report = _tried(name, slot)
    for line in diagnosis(report):
        click.echo(line, err=True)
    return sandbox, report


def _tried(name: str, slot: int) -> tuple[Sandbox | None, Report]:
    try:
        sandbox, report = look(name)
    except HostFault as fault:
        return None, Report(name, False, {}, (), (fault.reason,))
    return sandbox, sandbox.try_out(slot) if report.usable else report
