"""A job that says whose grace is used up, played by real processes on a host that starves them."""

import sys
import time
from pathlib import Path

import pytest

from scuffle.attempt import run_attempt
from scuffle.cage import Launch, Session
from scuffle.door import open_upload, unpack
from scuffle.jobs import STALLED_AGAIN, PlayJob
from scuffle.launch import sdk_folder
from scuffle.limits import Limits
from scuffle.local_sandbox import LocalSandbox
from scuffle.local_session import LocalSession

LIMITS = Limits(request_wall_ms=300)
SLEEPS = "import time\ndef get_action(state):\n    time.sleep(60)\n"
GOOD = "def get_action(state):\n    return state['legal_actions'][0]\n"


class Starved(LocalSession):
    """A process on a host that kept it from running."""

    def lost_s(self, since: float) -> float:
        return (time.monotonic() - since) / 2


class StarvedSandbox(LocalSandbox):
    """Processes on a host that keeps them from running."""

    def prepare(self, launch: Launch, limits: Limits, slot: int) -> Session:
        argv = launch.expand(bot=str(launch.root), sdk=str(sdk_folder()), python=[sys.executable])
        return Starved(argv, launch, limits)


@pytest.mark.parametrize(("spent", "status"), [((), "void"), ((0,), "finished")])
def test_a_job_says_whose_grace_is_spent(
    tmp_path: Path, spent: tuple[int, ...], status: str
) -> None:
    sleeper, good = (open_upload("main.py", source.encode()) for source in (SLEEPS, GOOD))
    roots = [tmp_path / "one", tmp_path / "two"]
    for upload, root in zip((sleeper, good), roots, strict=True):
        root.mkdir()
        unpack(upload.archive, root)
    job = PlayJob(
        match_id="m",
        attempt=2,
        token="t",
        game="virus-war",
        settings={"size": 6},
        num_players=2,
        seed="1",
        programs=(sleeper.program, good.program),
        limits=LIMITS,
        spent=spent,
    )
    report = run_attempt(job, StarvedSandbox(), roots)
    assert (report.status, report.seats[0].detail) == (status, STALLED_AGAIN if spent else "")
