"""The cage without a control group, as an ordinary user gets it: no root, nothing delegated."""

import json
import subprocess

import pytest
from ordinary_user import ordinary_user

from scuffle.registry import house_bots

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


@pytest.fixture
def outcome():
    """What the program above says when somebody without rights runs it."""
    with ordinary_user() as who:
        done = subprocess.run(
            [who.program, "-P", "-c", PROGRAM],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            **who.options,
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


@pytest.mark.parametrize("words", [[], ["--json"]], ids=["text", "json"])
def test_check_says_what_a_cage_without_a_control_group_lacks(words):
    bot = str(house_bots("virus-war")["greedy"])
    line = ["check", bot, "--game", "virus-war", "--sandbox", "bubblewrap", *words]
    with ordinary_user() as who:
        done = subprocess.run(
            [who.program, "-P", "-c", f"from scuffle.cli import main; main({line})"],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            **who.options,
        )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)["remarks"] if words else [done.stdout]
    assert "without a control group: /tmp is absent here" in said[0]
