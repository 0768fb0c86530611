"""The cage without a control group, as an ordinary user gets it: no root, nothing delegated."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SYSTEM = Path("/usr/bin/python3")
SOMEBODY = 58_123

PROGRAM = """
import json, sys, time
from pathlib import Path
from scuffle.attempt import run_attempt
from scuffle.jobs import PlayJob
from scuffle.door import open_path
from scuffle.checking import unpacked
from scuffle.limits import Limits
from scuffle.registry import house_bots
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.places import scratch_folder
from contextlib import ExitStack

sandbox = Bubblewrap()
report = sandbox.check()
uploads = [open_path(path) for path in list(house_bots("virus-war").values())[:2]]
job = PlayJob(match_id="m", attempt=1, token="t", game="virus-war", settings={"size": 6},
              num_players=2, seed="1", programs=[each.program for each in uploads],
              limits=Limits(), layer="rlimit")
with scratch_folder() as scratch, ExitStack() as rooms:
    roots = [rooms.enter_context(unpacked(each.archive, scratch)) for each in uploads]
    played = run_attempt(job, sandbox, roots)
print(json.dumps({
    "usable": report.usable, "layer": report.ladder_layer, "languages": report.languages,
    "notes": report.notes, "status": played.status, "reason": played.reason,
    "verdicts": [seat.verdict.verdict for seat in played.seats],
    "cpu": sum(step.cpu_ms for step in played.steps),
}))
"""


def _python_for_anybody() -> tuple[Path, str]:
    """A Python that an ordinary user may run, with this project on its path."""
    if os.geteuid() != 0:
        return Path(sys.executable), os.pathsep.join(sys.path)
    shown = subprocess.run([SYSTEM, "--version"], capture_output=True, text=True, check=True)
    if not shown.stdout.startswith(f"Python {sys.version_info[0]}.{sys.version_info[1]}."):
        pytest.skip("beyond this host: the system's Python cannot use this environment's packages")
    folders = [str(ROOT / part) for part in ("sdk", "sandbox")]
    return SYSTEM, os.pathsep.join([*folders, *(p for p in sys.path if "site-packages" in p)])


@pytest.fixture
def outcome(tmp_path_factory):
    """What the program above says when somebody without rights runs it."""
    program, path = _python_for_anybody()
    if os.geteuid() == 0 and not all(
        parent.stat().st_mode & 0o001 for parent in (ROOT, *ROOT.parents)
    ):
        pytest.skip("beyond this host: the checkout lies where only root can read")
    import tempfile

    with tempfile.TemporaryDirectory() as home:
        who = {} if os.geteuid() != 0 else {"user": SOMEBODY, "group": SOMEBODY, "extra_groups": []}
        if who:
            os.chown(home, SOMEBODY, SOMEBODY)
        env = {"HOME": home, "PATH": "/usr/bin:/bin", "PYTHONPATH": path}
        done = subprocess.run(
            [program, "-P", "-c", PROGRAM],
            env=env,
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            **who,
        )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_an_ordinary_user_plays_python_bots_in_a_cage(outcome):
    assert outcome["usable"], outcome["notes"]
    assert outcome["status"] == "finished", outcome["reason"]
    assert outcome["verdicts"] == ["ok", "ok"]
    assert outcome["cpu"] > 0
    if outcome["layer"] == "rlimit":
        assert outcome["languages"] == ["python"]
        assert any("no control group" in note for note in outcome["notes"])
