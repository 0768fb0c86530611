"""Programs that are built in a cage and then play: own scripts, line ends, fresh binaries."""

import io
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scuffle.cage import BuildLimits, Launch
from scuffle.checking import run_check, unpacked
from scuffle.door import open_path, open_upload
from scuffle.jobs import CheckJob, CheckReport
from scuffle.languages import languages
from scuffle.limits import Limits
from scuffle.registry import sample_bot
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.places import scratch_folder

STARTER = languages()["c"].starter
STARTS, AT_ONCE = 100, 4


@pytest.fixture
def sandbox() -> Bubblewrap:
    found = Bubblewrap()
    if "c" not in found.check().languages:
        pytest.skip("beyond this host: no control group that this user may use")
    return found


@pytest.fixture
def scratch() -> Iterator[Path]:
    with scratch_folder() as folder:
        yield folder


def check(sandbox: Bubblewrap, scratch: Path, files: dict[str, str]) -> CheckReport:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    upload, opponent = open_upload("bot.zip", packed.getvalue()), open_path(sample_bot("virus-war"))
    job = CheckJob(
        version_id="v", attempt=1, token="t", game="virus-war", settings={"size": 6},
        num_players=2, seed="s", program=upload.program, opponent=opponent.program,
        limits=Limits(),
    )  # fmt: skip
    archives = {each.program.hash: each.archive for each in (upload, opponent)}
    return run_check(job, sandbox, archives, scratch=scratch).report


@pytest.mark.parametrize("first", ["#!/bin/sh\r\n", "# No interpreter is named.\r\n"])
def test_scripts_saved_on_windows_build_and_run(sandbox, scratch, first):
    call = "./" if first.startswith("#!") else "sh "
    files = {
        "scuffle.toml": f'language = "c"\nbuild = "{call}build.sh"\nrun = "{call}go.sh"\n',
        "build.sh": f"{first}set -e\r\ngcc -O1 -o bot main.c\r\n",
        "go.sh": f"{first}exec ./bot\r\n",
        "main.c": STARTER,
    }
    report = check(sandbox, scratch, files)
    assert report.status == "ready", report.steps


def test_what_a_build_shut_away_plays_nevertheless(sandbox, scratch):
    build = "mkdir part && gcc -O1 -o part/bot main.c && chmod 000 part/bot main.c part"
    toml = f'language = "c"\nbuild = "{build}"\nrun = "./part/bot"\n'
    report = check(sandbox, scratch, {"scuffle.toml": toml, "main.c": STARTER})
    assert report.status == "ready", report.steps


def test_a_start_command_that_is_not_there_is_found_out_by_the_check(sandbox, scratch):
    toml = 'language = "c"\nbuild = "gcc -o bot main.c"\nrun = "./elsewhere"\n'
    report = check(sandbox, scratch, {"scuffle.toml": toml, "main.c": STARTER})
    assert report.status == "rejected"
    assert [(step.name, step.passed) for step in report.steps] == [
        ("build", True),
        ("start", False),
    ]
    assert "elsewhere" in report.steps[1].sentence + report.steps[1].log


def test_a_fresh_binary_starts_every_time(sandbox, scratch):
    """No "text file busy", however many are written and started at the same moment."""
    (scratch / "main.c").write_text(languages()["c"].echo)
    made = sandbox.build(
        Launch(scratch, ("/bin/sh", "-c", "gcc -o bot main.c"), "c"), BuildLimits(), 0
    )

    def start(number: int) -> bytes:
        with unpacked(made.archive, scratch) as root:
            session = sandbox.prepare(Launch(root, ("{bot}/bot",), "c"), Limits(), 0)
            try:
                session.send(b"%d\n" % number, time.monotonic() + 20)
                return session.recv(time.monotonic() + 20)
            finally:
                session.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        assert list(pool.map(start, range(STARTS))) == [b"%d" % each for each in range(STARTS)]
