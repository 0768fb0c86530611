"""The check of a version, uncaged: its steps, its sentences, and whose fault it is."""

from dataclasses import replace
from hashlib import sha256

import pytest

from scuffle.cage import BuildLimits, BuildResult, Launch
from scuffle.checking import run_check
from scuffle.door import open_path, open_upload
from scuffle.jobs import CheckJob
from scuffle.limits import Limits
from scuffle.local_sandbox import LocalSandbox
from scuffle.registry import sample_bot
from scuffle.seat import HostFault

GOOD = "def get_action(state, api):\n    print('hello')\n    return state['legal_actions'][0]\n"


def check(source, name="bot.py", *, sandbox=None, limits=None, sample=None, tell=None):
    upload = open_upload(name, source.encode())
    opponent = open_path(sample or sample_bot("virus-war"))
    job = CheckJob(
        version_id="v", attempt=2, token="t", game="virus-war", settings={"size": 6},
        num_players=2, seed="s", program=upload.program, opponent=opponent.program,
        limits=limits or Limits(),
    )  # fmt: skip
    archives = {one.program.hash: one.archive for one in (upload, opponent)}
    return run_check(job, sandbox or LocalSandbox(), archives, worker="w", on_step=tell)


def test_a_good_bot_is_ready_and_its_bytes_are_handed_on():
    told = []
    checked = check(GOOD, tell=told.append)
    report = checked.report
    assert report.status == "ready"
    assert [step.name for step in report.steps] == ["start", "match"]
    assert tuple(told) == report.steps
    assert len(report.start_ms) == 3
    assert sha256(checked.archive).hexdigest() == report.program.hash
    assert (report.version_id, report.attempt, report.token, report.worker) == ("v", 2, "t", "w")
    assert report.match.status == "finished"
    assert "hello" in report.steps[1].log


@pytest.mark.parametrize(
    ("name", "source", "words"),
    [
        ("bot.py", "raise ValueError('no')\n" + GOOD, 'File "/bot/bot.py", line 1'),
        ("bot.py", "def get_action(state, api):\n    1 / 0\n", 'File "/bot/bot.py", line 2'),
        ("bot.js", "exports.getAction = () => null.row;", "file:///sdk/scuffle/shims/"),
    ],
)
def test_last_words_name_the_folders_of_a_cage(name, source, words):
    if name == "bot.js" and "javascript" not in LocalSandbox().check().languages:
        pytest.skip("beyond this host: Node is not installed")
    sentence = check(source, name).report.steps[-1].sentence
    assert words in sentence
    assert "/tmp" not in sentence


def test_what_was_built_is_what_plays():
    source = "#include <stdio.h>\nint main(void) { return 0; }\n"
    checked = check(source, "main.c")
    build, start = checked.report.steps
    assert build.passed
    assert (start.passed, checked.report.status) == (False, "rejected")
    assert start.sentence.startswith("no-start at start 1 of 3: The bot exited with code 0")
    assert (checked.archive, checked.report.program) == (b"", None)


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        ("exit 3", "The build failed; its own words are in the log: mend what they name."),
        ("sleep 60", "The build took more than 0 s; see that it waits for nothing."),
    ],
)
def test_a_failed_build_has_the_sentence_of_the_cages(tmp_path, build, sentence):
    launch = Launch(tmp_path, ("/bin/sh", "-c", build), "c")
    built = LocalSandbox().build(launch, BuildLimits(wall_ms=200), 0)
    assert (built.ok, built.sentence) == (False, sentence)


@pytest.mark.parametrize(
    ("build", "words"),
    [("ln -s /etc/passwd link", "leads out"), ("echo > 'two\nlines'", "control characters")],
)
def test_what_no_cage_would_let_out_is_refused_at_home_too(tmp_path, build, words):
    (tmp_path / "main.c").write_text("int main(void) { return 0; }\n")
    launch = Launch(tmp_path, ("/bin/sh", "-c", build), "c")
    built = LocalSandbox().build(launch, BuildLimits(), 0)
    assert not built.ok
    assert words in built.sentence


def test_a_broken_build_gives_the_compilers_words():
    checked = check("int main(void) { return nothing; }\n", "main.c")
    (build,) = checked.report.steps
    assert not build.passed
    assert "nothing" in build.log


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("    raise RuntimeError('no')\n", "crash after 0 steps of the check match"),
        ("    return None\n", "malformed after 0 steps"),
        ("    return {'action': 'grow', 'params': {'row': 5, 'col': 5}}\n", "illegal after 0"),
    ],
)
def test_a_bot_that_fails_in_the_match_is_rejected(body, words):
    checked = check(f"def get_action(state, api):\n{body}")
    assert checked.report.status == "rejected"
    assert checked.report.steps[-1].sentence.startswith(words)
    assert checked.report.match.seats[0].log


def test_a_start_near_the_limit_is_too_close():
    source = "import time\nwhile time.process_time() < 0.45: pass\n" + GOOD
    checked = check(source, limits=Limits(start_ms=600))
    (start,) = checked.report.steps
    assert start.sentence.startswith("Too close to the limit: 3 starts took")
    assert "at most 420 ms (70% of the limit)" in start.sentence


def test_a_start_that_sleeps_near_the_limit_is_too_close():
    source = "import time\ntime.sleep(1.3)\n" + GOOD
    checked = check(source, limits=Limits(start_wall_ms=1500))
    (start,) = checked.report.steps
    assert "ms of waiting, wanted at most 1,050 ms" in start.sentence


def test_a_failing_sample_bot_is_our_fault(tmp_path):
    sample = tmp_path / "sample.py"
    sample.write_text("def get_action(state, api):\n    return None\n")
    report = check(GOOD, sample=sample).report
    assert (report.status, report.program) == ("void", None)
    assert "the sample bot failed" in report.reason


class NoCage(LocalSandbox):
    """A host that can make no cage."""

    def prepare(self, launch, limits, slot):
        raise HostFault("no namespaces here", {"errno": 1})

    def build(self, launch, limits, slot):
        return BuildResult(False, b"", "", "", 0)


class NoPython(LocalSandbox):
    """A host that has tools for other languages."""

    def check(self):
        return replace(super().check(), languages=("c",))


def test_a_host_without_the_languages_tools_is_our_fault():
    report = check(GOOD, sandbox=NoPython()).report
    assert (report.status, report.steps) == ("void", ())
    assert report.reason == (
        "Python cannot be built and run here (sandbox none): it needs Debian's python3; "
        "scuffle doctor says what is missing."
    )


def test_a_host_without_a_cage_is_our_fault():
    report = check(GOOD, sandbox=NoCage()).report
    assert (report.status, report.reason, report.steps) == ("void", "no namespaces here", ())
