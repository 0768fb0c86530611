"""What every language promises, whichever there are, in the strongest cage of this host."""

import io
import time
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from scuffle.cage import BuildLimits, Launch, Sandbox
from scuffle.contract import Verdict
from scuffle.door import Upload, open_upload, unpack
from scuffle.languages import Language, language_of, languages
from scuffle.launch import build_launch, needs_build, program_launch, toolchain_launches
from scuffle.limits import Limits
from scuffle.local_sandbox import LocalSandbox
from scuffle.match import MatchRecord, play_match
from scuffle.registry import games, make
from scuffle.session_seat import SessionSeat
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.places import scratch_folder

LIMITS = Limits()
BOARDS = {"virus-war": 7, "virus-war-fog": 7, "virus-war-steps": 11}


@pytest.fixture(scope="module", params=list(languages()))  # so each is built once
def language(request: pytest.FixtureRequest) -> Language:
    return languages()[request.param]


@dataclass
class Workshop:
    """Makes programs ready to start, each built once."""

    sandbox: Sandbox
    folder: Path
    ready: dict[str, Launch] = field(default_factory=dict)

    def echo(self, language: Language) -> Launch:
        return self._launch(language, {language.entry_names[0]: language.echo})

    def starter(self, language: Language) -> Launch:
        return self._launch(language, language.starter_files)

    def _launch(self, language: Language, files: dict[str, str]) -> Launch:
        if language.id not in self.sandbox.check().languages:
            pytest.skip(f"the tools of {language.name} are not installed")
        upload = open_upload("bot.zip", zipped(files))
        if upload.program.hash not in self.ready:
            self.ready[upload.program.hash] = self._built(upload)
        return self.ready[upload.program.hash]

    def _built(self, upload: Upload) -> Launch:
        root = self._room(upload.archive)
        if needs_build(upload.program):
            build = build_launch(upload.program, root)
            result = self.sandbox.build(build, BuildLimits(), 0)
            assert result.ok, result.log
            root = self._room(result.archive)
        return program_launch(upload.program, root)

    def _room(self, archive: bytes) -> Path:
        root = self.folder / str(len(list(self.folder.iterdir())))
        root.mkdir(mode=0o755)
        unpack(archive, root)
        return root

    def match(self, launch: Launch, game_id: str) -> MatchRecord:
        """A launch plays against itself."""
        settings = {"size": BOARDS[game_id]} if game_id in BOARDS else {}
        with ExitStack() as ends:
            sessions = [self.sandbox.prepare(launch, LIMITS, 0) for _ in range(2)]
            for session in sessions:
                ends.callback(session.close)
            seats = [SessionSeat(session) for session in sessions]
            return play_match(make(game_id, settings), 2, seats, "a seed", LIMITS)


def zipped(files: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    """A control group holds every language; a host without one plays most of them uncaged."""
    caged = Bubblewrap()
    with scratch_folder() as folder:
        strong = caged.check().ladder_layer == "cgroup"
        yield Workshop(caged if strong else LocalSandbox(), folder)


def test_names_and_suffixes_are_its_own(language: Language) -> None:
    assert language.id.isalnum()
    assert language.id.islower()
    assert language.name
    assert language.image == f"scuffle-bot-{language.id}"
    for suffix in language.suffixes:
        assert language_of(f"x{suffix}") is language
    for name in language.entry_names:
        assert language_of(name) is language
    assert language.entry_names[0].lower().startswith("main.") or language.scripts
    assert language.toolchain
    assert language.packages


def test_its_name_for_the_record_is_the_same_in_every_process(language: Language) -> None:
    assert " at 0x" not in repr(language)


def test_placeholders_are_known(language: Language) -> None:
    words = [*language.run, *language.run_function]
    for word in words:
        rest = word
        for known in ("{bot}", "{sdk}", "{entry}", "{stem}", "{python}"):
            rest = rest.replace(known, "")
        assert "{" not in rest, word
    assert language.has_functions == (language.recognise is not None)


def test_echo_writes_back_every_line(language: Language, workshop: Workshop) -> None:
    session = workshop.sandbox.prepare(workshop.echo(language), LIMITS, 0)
    lines = [b'{"a":1}', "{ä}".encode(), b"x" * 60_000]
    for line in lines:
        session.send(line + b"\n", time.monotonic() + 30)
        assert session.recv(time.monotonic() + 30) == line
    end = session.close(grace_s=10)
    assert (end.code, end.signal) == (0, None)


@pytest.mark.parametrize("game_id", sorted(games()))
def test_starter_plays_a_whole_match(language: Language, workshop: Workshop, game_id: str) -> None:
    record = workshop.match(workshop.starter(language), game_id)
    assert [found.detail for found in record.seats] == ["", ""]
    assert {found.verdict for found in record.verdicts} == {Verdict.OK}
    assert record.outcome is not None
    assert not any(step.action["action"] == "pass" for step in record.steps)


def test_starter_plays_the_same_again_from_the_same_seed(
    language: Language, workshop: Workshop
) -> None:
    launch = workshop.starter(language)
    first, second = (workshop.match(launch, "virus-war") for _ in range(2))
    assert [step.action for step in first.steps] == [step.action for step in second.steps]


def test_toolchain_commands_print_a_version(language: Language, workshop: Workshop) -> None:
    if language.id not in workshop.sandbox.check().languages:
        pytest.skip(f"the tools of {language.name} are not installed")
    for launch in toolchain_launches(language, workshop.folder):
        session = workshop.sandbox.prepare(launch, LIMITS, 0)
        assert session.recv(time.monotonic() + 30)
        session.close(grace_s=10)
