"""Which parts there are and how each is started."""

import sys
from pathlib import Path

from scuffle_platform.supervisor.part import Plan
from scuffle_platform.supervisor.valkey import server_argv

SCUFFLE = str(Path(sys.executable).with_name("scuffle"))
CHECKS_SLOT = 1
SECRETS = ("SCUFFLE_DATABASE_URL", "SCUFFLE_SECRET_KEY", "SCUFFLE_TOKEN")


def queue(socket: Path, folder: Path) -> Plan:
    """The queue's server."""
    return Plan("queue", server_argv(socket, folder), grace_s=10)


def web(host: str, port: int) -> Plan:
    """The site."""
    return Plan("web", (SCUFFLE, "serve", "--host", host, "--port", str(port)))


def recorder() -> Plan:
    """The recorder."""
    return Plan("recorder", (SCUFFLE, "recorder"))


def scheduler() -> Plan:
    """The scheduler."""
    return Plan("scheduler", (SCUFFLE, "scheduler"))


def boards(sandbox: str) -> Plan:
    """The process that people play against; other people's bots answer there from cages."""
    argv = (SCUFFLE, "boards", "--backend", sandbox)
    return Plan("boards", argv, env=dict.fromkeys(SECRETS))


def assets() -> Plan:
    """Fetching what the site serves and does not bring along; it must not slow the others."""
    return Plan("assets", ("nice", SCUFFLE, "assets", "pyodide"), once=True)


def worker(slot: int, workers: int, sandbox: str) -> Plan:
    """The worker of ``slot`` (from 0) of ``workers``; it runs strangers' code, so it learns least.

    With two or more, one is kept for checks: an upload never waits behind the ladder. It plays only
    while no other does (``store.workers.standing_in``). The queue's address comes by the
    environment, since a command line, with its password, is public.
    """
    checks_only = workers > 1 and slot == CHECKS_SLOT
    name = f"w{slot + 1}"
    argv = (
        *(SCUFFLE, "worker", "--name", name),
        *("--queues", "checks" if checks_only else "checks,matches"),
        *("--slot", str(slot), "--backend", sandbox),
    )
    return Plan(f"worker-{name}", argv, env=dict.fromkeys(SECRETS))
