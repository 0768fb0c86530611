"""Builds in a cage: what comes out, what does not, and whose fault it is."""

import io
import tarfile

import pytest

from scuffle import build_faults
from scuffle.cage import BuildLimits, BuildResult, Launch

pytestmark = pytest.mark.parametrize("kennel", ["bubblewrap", "docker"], indirect=True)
"""Without a control group nothing is built."""

LIMITS = BuildLimits(cpu_ms=2_000, wall_ms=20_000, memory_mb=256, result_mb=8)


@pytest.fixture
def build(kennel):
    """Run a shell command as a build of a folder with one file."""
    assert "c" in kennel.sandbox.check().languages
    source = kennel.folder / "source"
    source.mkdir(mode=0o755)
    (source / "main.c").write_text("int main(void) { return 0; }\n")

    def run(command: str, limits: BuildLimits = LIMITS) -> BuildResult:
        launch = Launch(source, ("/bin/sh", "-c", command), "c")
        result: BuildResult = kennel.sandbox.build(launch, limits, 0)
        return result

    return run


def names(result: BuildResult) -> dict[str, int]:
    with tarfile.open(fileobj=io.BytesIO(result.archive)) as archive:
        return {member.name: member.mode for member in archive}


def test_the_built_folder_comes_out_with_plain_modes(build):
    result = build("gcc -o bot main.c && echo hello && mkdir deep && echo x >deep/data")
    assert result.ok, (result.sentence, result.log)
    assert names(result) == {"bot": 0o755, "deep/data": 0o644, "main.c": 0o644}
    assert "hello" in result.log
    assert result.cpu_ms > 0


def test_the_same_build_gives_the_same_bytes(build):
    assert build("echo x >data").archive == build("echo x >data").archive


def test_files_that_nobody_may_read_are_mended(build):
    result = build("echo x >data && mkdir shut && echo y >shut/z && chmod 000 data shut")
    assert result.ok, (result.sentence, result.log)
    assert names(result)["data"] == 0o644
    assert names(result)["shut/z"] == 0o644


def test_a_failed_build_shows_the_compilers_words(build):
    result = build("echo 'int main(' >main.c; gcc main.c")
    assert not result.ok
    assert result.archive == b""
    assert "error" in result.log
    assert result.sentence == build_faults.FAILED


def test_stdout_of_the_build_is_its_log_and_never_the_archive(build):
    result = build("head -c 100000 /dev/zero")
    assert result.ok, result.sentence
    assert names(result) == {"main.c": 0o644}


def test_a_large_result_is_refused(build):
    result = build("head -c 20000000 /dev/urandom >big")
    assert not result.ok
    assert "larger than 8 MB" in result.sentence


def test_a_link_in_the_result_is_refused(build):
    result = build("ln -s /etc/passwd link")
    assert not result.ok
    assert "a link or a device" in result.sentence


def test_an_endless_build_is_stopped(build):
    result = build("while true; do :; done")
    assert not result.ok
    assert "2 s of CPU" in result.sentence


def test_a_sleeping_build_is_stopped(build):
    result = build("sleep 1000", BuildLimits(wall_ms=500))
    assert not result.ok
    assert result.sentence == build_faults.too_long(BuildLimits(wall_ms=500))


def test_a_hungry_build_is_stopped(build):
    result = build("tail /dev/zero", BuildLimits(memory_mb=64))
    assert not result.ok
    assert "64 MB of memory" in result.sentence


def test_a_build_reaches_nothing_else(build):
    result = build("cat /etc/shadow; touch /usr/x; touch /source/x; ls /var/lib/scuffle; true")
    assert result.ok, result.sentence
    assert "root:" not in result.log
    assert names(result) == {"main.c": 0o644}


def test_a_child_left_behind_does_not_hold_the_build_up(build):
    result = build("sleep 1000 & echo done")
    assert result.ok, result.sentence
