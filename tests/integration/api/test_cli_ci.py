"""``scuffle new --ci github``: the workflow's own lines, run against the site."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

# What the expressions of a job's own ``env`` may name; ``runner``, say, is known to steps alone.
MAY_SAY = {"github", "needs", "strategy", "matrix", "vars", "secrets", "inputs"}


@pytest.fixture
def steps(scuffle, tmp_path):
    """The workflow's steps by name, in a fresh bot's folder."""
    scuffle("new", "virus-war", "my bot", "--ci", "github")
    text = (tmp_path / "my bot/.github/workflows/scuffle.yml").read_text()
    found = yaml.safe_load(text)
    assert found["permissions"] == {"contents": "read"}
    told = re.findall(r"\$\{\{ (\w+)\.", str(found["jobs"]["bot"]["env"]))
    assert set(told) <= MAY_SAY, "GitHub takes no workflow whose job says more here"
    return {step.get("name", step.get("uses")): step for step in found["jobs"]["bot"]["steps"]}


@pytest.fixture
def run_step(steps, anna, address, tmp_path):
    """Runs a step's line as the runner's shell would; gives the exit code and what was said."""
    home = str(tmp_path / "home")
    env = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "SCUFFLE_URL": address,
        "SCUFFLE_TOKEN": anna.token,
        "RUNNER_TEMP": str(tmp_path / "runner temp"),
        "GITHUB_SHA": "0123abcd",
        "GITHUB_OUTPUT": str(tmp_path / "outputs"),
        "HOME": home,
        "XDG_CACHE_HOME": home,
        "XDG_CONFIG_HOME": home,
    }

    def run(name):
        # Nobody checks here, so nobody is waited for.
        line = steps[name]["run"].removesuffix(" --wait")
        done = subprocess.run(
            ["bash", "-e", "-c", line],
            cwd=tmp_path / "my bot",
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    return run


def test_its_lines_check_bench_and_submit_what_is_better(steps, run_step, anna, ready, tmp_path):
    bot = anna.bot("my-bot")
    ready(bot)
    code, told = run_step("Check")
    assert (code, "Ready" in told) == (0, True), told
    code, told = run_step("Fetch the active version")
    assert (code, "Saved my-bot version 1" in told) == (0, True), told
    code, told = run_step("Bench against the active version")
    assert (code, "at least 20 Elo" in told) == (0, True), told
    assert (tmp_path / "outputs").read_text() == "better=true\n"
    assert steps["Submit if it is better"]["if"] == "steps.bench.outputs.better == 'true'"
    assert not [step for step in steps.values() if "continue-on-error" in step]
    assert steps["Submit if it is better"]["run"].endswith(" --wait")
    code, told = run_step("Submit if it is better")
    assert (code, "version 2: checking" in told) == (0, True), told
    versions = anna.get(f"bots/{bot}/versions").json["items"]
    assert versions[0]["note"] == "0123abcd"


def test_what_is_not_better_is_told_and_fails_nothing(run_step, anna, ready, tmp_path):
    ready(anna.bot("my-bot"))
    assert run_step("Fetch the active version")[0] == 0
    (saved,) = (tmp_path / "runner temp" / "active").iterdir()
    (tmp_path / "my bot" / "main.py").write_bytes(saved.read_bytes())
    (tmp_path / "my bot" / "scuffle.toml").write_text('game = "virus-war"\nbot = "my-bot"\n')
    code, told = run_step("Bench against the active version")
    assert (code, "at most 0 Elo" in told) == (0, True), told
    assert (tmp_path / "outputs").read_text() == "better=false\n"


@pytest.mark.parametrize("fault", ["nothing was fetched", "what was fetched is no bot"])
def test_a_bench_that_breaks_fails_the_workflow(run_step, tmp_path, fault):
    if fault == "nothing was fetched":
        said = "No such file"
    else:
        active = tmp_path / "runner temp" / "active"
        active.mkdir(parents=True)
        (active / "main.py").write_text("x = 1")
        said = "found no function"
    code, told = run_step("Bench against the active version")
    assert code, told
    assert not (tmp_path / "outputs").exists()
    assert said, told


def test_without_an_active_version_the_fetch_says_so(run_step, anna):
    anna.bot("my-bot")
    code, told = run_step("Fetch the active version")
    assert (code, "no bot of yours with an active version" in told) == (1, True), told


def test_the_sdk_it_installs_is_the_sites_own(steps, address, app):
    line = steps["Install"]["run"]
    path = line.partition("$SCUFFLE_URL")[2].rstrip('"')
    answer = app.test_client().get(path)
    assert (answer.status_code, answer.mimetype) == (200, "application/zip")


def test_a_source_comes_back_as_it_was_sent(scuffle, anna, ready, tmp_path):
    ready(anna.bot("one"))
    scuffle("bots", "one", "--source", "kept", SCUFFLE_TOKEN=anna.token)
    assert (tmp_path / "kept" / "bot.py").read_bytes().startswith(b"def get_action")
    listed = json.loads(scuffle("bots", "one", "--json", SCUFFLE_TOKEN=anna.token))["items"]
    assert [row["name"] for row in listed] == ["one"]
