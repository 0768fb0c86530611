"""Plays one attempt as a worker does; run as a script, in a process that a test may hold up.

``python runner.py`` reads ``{"source": …, "limits": …, "mode": …}`` and prints the report.
"""

import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from scuffle.attempt import run_attempt
from scuffle.cage import Sandbox
from scuffle.checking import unpacked
from scuffle.door import open_upload
from scuffle.jobs import PlayJob, PlayReport
from scuffle.limits import Limits
from scuffle.registry import house_bots
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.places import scratch_folder


def _docker() -> Sandbox:
    from scuffle_sandbox.docker import Docker

    return Docker()


MODES: dict[str, Callable[[], Sandbox]] = {
    "bubblewrap": Bubblewrap,
    "bubblewrap-plain": lambda: Bubblewrap(lambda: None),
    "docker": _docker,
}
ATTEMPTS = 3
"""As many as the platform plays."""

PRESSURE = """
import threading, time

def wake():
    while True:
        time.sleep(0.02 - time.monotonic() % 0.02)
        sum(range(300))

def get_action(state, api):
    threading.stack_size(256 << 10)
    for _ in range(60):
        threading.Thread(target=wake, daemon=True).start()
    time.sleep(1000)
"""
"""Sixty threads wake at once, all the time, and use next to nothing: a host that seems busy."""


def attempt(sandbox: Sandbox, source: str, limits: Limits) -> PlayReport:
    """A Python bot in seat 0 against a house bot, once."""
    greedy = house_bots("virus-war")["greedy"]
    uploads = [
        open_upload("main.py", source.encode()),
        open_upload(greedy.name, Path(greedy).read_bytes()),
    ]
    job = PlayJob(
        match_id="m",
        attempt=1,
        token="t",
        game="virus-war",
        settings={"size": 6},
        num_players=2,
        seed="1",
        programs=tuple(each.program for each in uploads),
        limits=limits,
    )
    with scratch_folder() as scratch, ExitStack() as rooms:
        roots = [rooms.enter_context(unpacked(each.archive, scratch)) for each in uploads]
        return run_attempt(job, sandbox, roots)


def play(sandbox: Sandbox, source: str, limits: Limits) -> PlayReport:
    """As the platform plays: what a busy host voids is played again, three times at most."""
    for _ in range(ATTEMPTS):
        report = attempt(sandbox, source, limits)
        if report.status == "finished":
            break
    return report


def main() -> None:
    asked = json.load(sys.stdin)
    limits = Limits.model_validate(asked["limits"])
    print(attempt(MODES[asked["mode"]](), asked["source"], limits).model_dump_json())


if __name__ == "__main__":
    main()
