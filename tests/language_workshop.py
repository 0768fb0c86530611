"""Makes programs of every language ready to start in one backend, each built once."""

import io
import zipfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from scuffle.cage import BuildLimits, Launch, Sandbox
from scuffle.door import Upload, open_upload, unpack
from scuffle.languages import Language
from scuffle.launch import build_launch, needs_build, program_launch
from scuffle.limits import Limits
from scuffle.match import MatchRecord, play_match
from scuffle.registry import make
from scuffle.session_seat import SessionSeat

LIMITS = Limits()
BOARDS = {"virus-war": 7, "virus-war-fog": 7, "virus-war-steps": 11}
"""The games that know sizes are played on small boards."""


@dataclass
class Workshop:
    """Makes programs ready to start, each built once."""

    sandbox: Sandbox
    folder: Path
    ready: dict[str, Launch] = field(default_factory=dict)

    def echo(self, language: Language) -> Launch:
        """Its self-test."""
        return self._launch(language, {language.entry_names[0]: language.echo})

    def starter(self, language: Language) -> Launch:
        """Its first bot."""
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
    """An upload of these files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()
