"""A host that is too busy, made on purpose: it stops a runner and its cages and lets them go on."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from scuffle.jobs import PlayReport
from scuffle.limits import Limits

RUNNER = Path(__file__).parent / "runner.py"


def held_up(mode: str, source: str, limits: Limits, stop_s: float, go_s: float) -> PlayReport:
    """An attempt on a host that lets the runner and its cages run only ``go_s`` at a time."""
    script = (sys.executable, RUNNER)
    with subprocess.Popen(script, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as runner:
        assert runner.stdin
        assert runner.stdout
        asked = {"mode": mode, "source": source, "limits": limits.model_dump()}
        runner.stdin.write(json.dumps(asked).encode())
        runner.stdin.close()
        while runner.poll() is None:
            everybody = [runner.pid, *descendants(runner.pid)]
            tell(everybody, signal.SIGSTOP)
            time.sleep(stop_s)
            tell(everybody, signal.SIGCONT)
            with suppress(subprocess.TimeoutExpired):
                runner.wait(go_s)
        return PlayReport.model_validate_json(runner.stdout.read())


def descendants(pid: int) -> list[int]:
    found = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, children.read_text().split()):
                found += [child, *descendants(child)]
    return found


def tell(pids: Sequence[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)
