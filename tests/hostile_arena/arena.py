"""Plays one program of the hostile corpus in one kind of cage, and looks what came of it."""

import io
import json
import os
import shutil
import subprocess
import time
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hostile_arena.canaries import Canaries
from hostile_arena.leftovers import Leftovers, own_cages, own_containers
from hostile_arena.trick import CORPUS, OPPONENTS, Trick

from scuffle.attempt import run_attempt
from scuffle.cage import BuildLimits, Launch, Sandbox
from scuffle.checking import unpacked
from scuffle.door import open_upload, unpack
from scuffle.jobs import PlayJob, PlayReport, SeatReport
from scuffle.kept_builds import builds_of_this_user
from scuffle.languages import language_of
from scuffle.launch import build_launch, needs_build
from scuffle.limits import Limits
from scuffle.local_sandbox import LocalSandbox
from scuffle_sandbox.mounts import TOOLS_PATH
from scuffle_sandbox.places import SLOTS, scratch_folder, slot_uids

_ATTEMPTS = 4
"""As the platform does: what a busy host voids is played again."""

HARMLESS = CORPUS / OPPONENTS / "harmless.py"
_LINE = b'{"type":"ready"}\n'
_ECHO = "import sys\nfor line in sys.stdin:\n    print(line, end='', flush=True)\n"


@dataclass
class Played:
    """What a program did, and did to others.

    Attributes:
        verdicts: its own, of every match and seat it sat on.
        words: all that came from it: log, answers, and the sentences about its ends.
        sentences: what its owner reads of its failures.
        harm: what no program may do, in sentences; wanted is none.
    """

    verdicts: list[str] = field(default_factory=list)
    words: str = ""
    sentences: list[str] = field(default_factory=list)
    harm: list[str] = field(default_factory=list)


@contextmanager
def open_arena(sandbox: Sandbox, engine: Any | None = None) -> Iterator["Arena"]:
    """An arena of one backend, with canaries beside it; ``engine`` is Docker's client."""
    with closing(Canaries()) as canaries:
        yield Arena(sandbox, canaries, engine)


class Arena:
    """One backend on this host."""

    harmless = HARMLESS

    def __init__(self, sandbox: Sandbox, canaries: Canaries, engine: Any | None) -> None:
        """Look at the backend and warm it up."""
        self._sandbox = sandbox
        self._canaries = canaries
        self._engine = engine
        self._slot = os.getpid() % SLOTS
        report = sandbox.check()
        assert report.usable, report
        self._require_own_network()
        assert self.play_in_peace() == ["ok", "ok"]
        self._leftovers = Leftovers(slot_uids(self._slot), engine)

    def _require_own_network(self) -> None:
        """Nothing hostile is started before this has been seen from outside."""
        with scratch_folder() as folder:
            (folder / "main.py").write_text(_ECHO)
            launch = Launch(folder, ("{python}", "{bot}/main.py"), "python")
            session = self._sandbox.prepare(launch, Limits(), self._slot)
            try:
                session.send(_LINE, time.monotonic() + 20)
                session.recv(time.monotonic() + 20)
                caged = self._caged()
                assert caged, "no process of the cage was found"
                for pid in caged:
                    _require_empty_network(pid)
            finally:
                session.close()

    def _caged(self) -> list[int]:
        if not self._engine:
            return list(own_cages())
        inspect = self._engine.api.inspect_container
        return [inspect(each)["State"]["Pid"] for each in own_containers(self._engine)]

    def play(self, trick: Trick) -> Played:
        """Play all its matches and look round."""
        played = Played()
        self._play_all(trick, played)
        played.harm += self._canaries.harm(played.words)
        played.harm += [f"left over: {each}" for each in self._leftovers.found()]
        if "HARM" in played.words:
            played.harm.append("the program says that it did harm")
        return played

    def play_in_peace(self) -> list[str]:
        """The verdicts of a match between two harmless programs, with all the time they want."""
        report = self._finished(self.harmless, self.harmless, Limits())
        return [str(seat.verdict.verdict) for seat in report.seats]

    def _play_all(self, trick: Trick, played: Played) -> None:
        for _ in range(trick.matches):
            other = trick.path if trick.both_seats else self._opponent(trick)
            self._match(trick, other, trick.limits, played, [0, 1] if trick.both_seats else [0])

    def _opponent(self, trick: Trick) -> Path:
        return trick.opponent

    def _match(
        self, trick: Trick, other: Path, limits: Limits, played: Played, hostile: list[int]
    ) -> None:
        report = self._finished(trick.path, other, limits)
        for seat in hostile:
            played.verdicts.append(str(report.seats[seat].verdict.verdict))
            played.words += _words(report.seats[seat])
            _note_failure(report.seats[seat], played)
        for seat in {0, 1} - set(hostile):
            verdict = report.seats[seat].verdict.verdict
            if verdict != "ok":
                played.harm.append(f"the harmless one was {verdict}: {report.seats[seat].detail}")
        if played.verdicts[-1:] != ["ok"] and hostile == [0] and report.outcome["places"] != [2, 1]:
            played.harm.append(f"the harmless one did not win: {report.outcome}")

    def _finished(self, path: Path, other: Path, limits: Limits) -> PlayReport:
        for _ in range(_ATTEMPTS):
            report = self._attempt(path, other, limits)
            if report.status == "finished":
                return report
        raise AssertionError(f"void {_ATTEMPTS} times: {report.reason} {report.evidence}")

    def _attempt(self, path: Path, other: Path, limits: Limits) -> PlayReport:
        uploads = [open_upload(f"{each.stem}.zip", self._zip(each)) for each in (path, other)]
        programs = tuple(upload.program for upload in uploads)
        job = PlayJob(
            match_id="m",
            attempt=1,
            token="t",
            game="virus-war",
            settings={"size": 6, "can_pass": False},
            num_players=2,
            seed="1",
            programs=programs,
            limits=limits,
        )
        with scratch_folder() as scratch, ExitStack() as rooms:
            roots = [rooms.enter_context(unpacked(each.archive, scratch)) for each in uploads]
            for program, root in zip(programs, roots, strict=True):
                if program.language == "c":
                    _compile(root)
                elif needs_build(program):
                    _unpack_built(root)
            with _unchanged(scratch):
                return run_attempt(job, self._sandbox, roots, slot=self._slot)

    def _zip(self, path: Path) -> bytes:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr(_entry(path), path.read_bytes())
            archive.writestr("canaries.json", json.dumps(self._canaries.told()))
        return packed.getvalue()


def _require_empty_network(pid: int) -> None:
    assert os.readlink(f"/proc/{pid}/ns/net") != os.readlink("/proc/self/ns/net")
    routes = Path(f"/proc/{pid}/net/route").read_text().splitlines()[1:]
    assert not routes, f"the cage's network leads somewhere: {routes}"


def _entry(path: Path) -> str:
    language = language_of(path.name)
    assert language, path
    return next(name for name in language.entry_names if name.endswith(path.suffix))


def _unpack_built(root: Path) -> None:
    """What the language's own command builds of our own source, here as well."""
    entry = next(path for path in root.iterdir() if language_of(path.name))
    with unpacked(_built(entry.name, entry.read_bytes()), root.parent) as built:
        shutil.copytree(built / ".scuffle", root / ".scuffle")


@cache
def _built(name: str, source: bytes) -> bytes:
    """What was built, kept for this user as the command line does."""
    upload = open_upload(name, source)
    with TemporaryDirectory() as folder:
        unpack(upload.archive, Path(folder))
        launch = build_launch(upload.program, Path(folder))
        launch = replace(launch, env={**launch.env, "PATH": TOOLS_PATH})
        kept, limits = builds_of_this_user(), BuildLimits()
        result = kept.build(LocalSandbox(), upload.program, launch, limits, 0)
    assert result.ok, result.log
    return result.archive


def _compile(root: Path) -> None:
    """Here, since not every kind of cage can build; it is our own source."""
    (root / ".scuffle").mkdir(mode=0o755)
    command = ("gcc", "-O1", "-static", "-pthread", "-o", ".scuffle/bot", "main.c")
    subprocess.run(command, cwd=root, check=True)


@contextmanager
def _unchanged(folder: Path) -> Iterator[None]:
    """The programs' own folders stay as they were."""
    before = _listing(folder)
    yield
    assert _listing(folder) == before


def _listing(folder: Path) -> dict[str, tuple[int, int, int]]:
    states = {str(each): each.lstat() for each in folder.rglob("*")}
    return {name: (s.st_mode, s.st_size, s.st_mtime_ns) for name, s in states.items()}


def _note_failure(seat: SeatReport, played: Played) -> None:
    """A failure is told in a sentence, beside the request that was being answered."""
    if seat.verdict.verdict == "ok":
        return
    played.sentences.append(seat.detail)
    if not seat.detail or not seat.log or not seat.log[-1].sent.startswith('{"type":'):
        played.harm.append("its failure is shown without a sentence or a request")


def _words(seat: SeatReport) -> str:
    """Everything that a seat's program wrote, and what was said of its end."""
    written = [f"{entry.received}\n{entry.stderr}\n" for entry in seat.log]
    return "".join(written) + f"{seat.detail}\n"
