"""What every language promises, whichever there are.

Only the languages' own echo and starter programs run here, so they run uncaged.
"""

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scuffle.cage import BuildLimits, Launch
from scuffle.contract import Verdict
from scuffle.door import open_upload, unpack
from scuffle.languages import Language, language_of, languages
from scuffle.launch import build_launch, needs_build, program_launch, toolchain_launches
from scuffle.limits import Limits
from scuffle.local_sandbox import LocalSandbox
from scuffle.match import play_match
from scuffle.registry import make
from scuffle.session_seat import SessionSeat

LIMITS = Limits()

Ready = Callable[[Language, str, str], Launch]


@pytest.fixture(params=list(languages()))
def language(request: pytest.FixtureRequest) -> Language:
    return languages()[request.param]


@pytest.fixture
def ready(tmp_path: Path) -> Ready:
    """Makes a program of one source file ready to start, built if its language is."""

    def make_ready(language: Language, name: str, source: str) -> Launch:
        missing = set(languages()) - set(LocalSandbox().check().languages)
        if language.id in missing:
            pytest.skip(f"the tools of {language.name} are not installed")
        upload = open_upload(name, source.encode())
        root = tmp_path / "source"
        root.mkdir()
        unpack(upload.archive, root)
        if not needs_build(upload.program):
            return program_launch(upload.program, root)
        built = LocalSandbox().build(build_launch(upload.program, root), BuildLimits(), 0)
        assert built.ok, built.log
        done = tmp_path / "built"
        done.mkdir()
        unpack(built.archive, done)
        return program_launch(upload.program, done)

    return make_ready


def test_names_and_suffixes_are_its_own(language: Language) -> None:
    assert language.id.isalnum()
    assert language.id.islower()
    assert language.name
    assert language.image == f"scuffle-bot-{language.id}"
    for suffix in language.suffixes:
        assert language_of(f"x{suffix}") is language
    for name in language.entry_names:
        assert language_of(name) is language
    assert language.entry_names[0].startswith("main.")
    assert language.toolchain


def test_placeholders_are_known(language: Language) -> None:
    words = [*language.run, *language.run_function, *language.build]
    for word in words:
        rest = word
        for known in ("{bot}", "{sdk}", "{entry}", "{python}"):
            rest = rest.replace(known, "")
        assert "{" not in rest or word == words[-1], word
    assert language.has_functions == (language.recognise is not None)


def test_echo_writes_back_every_line(language: Language, ready: Ready) -> None:
    launch = ready(language, language.entry_names[0], language.echo)
    session = LocalSandbox().prepare(launch, LIMITS, 0)
    lines = [b'{"a":1}', "{ä}".encode(), b"x" * 60_000]
    for line in lines:
        session.send(line + b"\n", time.monotonic() + 30)
        assert session.recv(time.monotonic() + 30) == line
    end = session.close(grace_s=10)
    assert (end.code, end.signal) == (0, None)


def test_starter_plays_a_whole_match(language: Language, ready: Ready) -> None:
    launch = ready(language, language.entry_names[0], language.starter)
    for game_id in ("virus-war", "virus-war-fog"):
        seats = [SessionSeat(LocalSandbox().prepare(launch, LIMITS, 0)) for _ in range(2)]
        record = play_match(make(game_id, {"size": 7}), 2, seats, "a seed", LIMITS)
        assert [found.detail for found in record.seats] == ["", ""]
        assert {found.verdict for found in record.verdicts} == {Verdict.OK}
        assert record.outcome is not None
        assert not any(step.action["action"] == "pass" for step in record.steps)


def test_starter_plays_the_same_again_from_the_same_seed(language: Language, ready: Ready) -> None:
    launch = ready(language, language.entry_names[0], language.starter)

    def actions() -> list[object]:
        seats = [SessionSeat(LocalSandbox().prepare(launch, LIMITS, 0)) for _ in range(2)]
        game = make("virus-war", {"size": 6})
        return [step.action for step in play_match(game, 2, seats, "a seed", LIMITS).steps]

    assert actions() == actions()


def test_toolchain_commands_print_a_version(language: Language, tmp_path: Path) -> None:
    for launch in toolchain_launches(language, tmp_path):
        tool = launch.argv[0]
        if tool != "{python}" and not shutil.which(tool):
            pytest.skip(f"{tool} is not installed")
        session = LocalSandbox().prepare(launch, LIMITS, 0)
        assert session.recv(time.monotonic() + 30)
        session.close(grace_s=10)
