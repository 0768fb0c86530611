"""A busy host is no bot's loss at home either: what the kernel counts, judged by the rule."""

import sys
import time
from pathlib import Path

import pytest

from scuffle.cage import Launch
from scuffle.limits import Limits
from scuffle.local_session import LocalSession
from scuffle.seat import Budget, HostFault
from scuffle.session_seat import SessionSeat
from scuffle_platform.supervisor.waiting import wait_until

MS = 1_000_000
CROWDED = """\
import os
print("{}", flush=True)
input()
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
for _ in range(12):
    if not os.fork():
        break
while True:
    pass
"""
ASLEEP = "import time\nprint('{}', flush=True)\ntime.sleep(60)\n"

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(), reason="beyond this host: its kernel counts no waits"
)


def session(folder: Path, program: str) -> LocalSession:
    (folder / "main.py").write_text(program)
    launch = Launch(folder, (sys.executable, "main.py"), "python")
    return LocalSession(list(launch.argv), launch, Limits())


def test_a_bot_that_computes_on_a_starved_host_does_not_lose(tmp_path: Path) -> None:
    """Thirteen want its core, so it gets less than the fifth from which on waiting counts."""
    seat = SessionSeat(session(tmp_path, CROWDED))
    try:
        seat.ask(b"{}\n", Budget(cpu_ns=5000 * MS, wall_ns=5000 * MS, patience_ns=5000 * MS))
        with pytest.raises(HostFault, match="too busy") as raised:
            seat.ask(b"{}\n", Budget(cpu_ns=5000 * MS, wall_ns=200 * MS, patience_ns=100 * MS))
    finally:
        seat.end(None)
    assert raised.value.evidence["lost_ms"] > 100


def test_who_sleeps_lost_nothing_to_others(tmp_path: Path) -> None:
    asleep = session(tmp_path, ASLEEP)
    try:
        assert asleep.recv(time.monotonic() + 20)
        asleep.thaw()
        since = time.monotonic()
        wait_until(lambda: time.monotonic() > since + 0.2, 20, "it sleeps a while")
        assert asleep.lost_s(since) < 0.1
    finally:
        asleep.close()
