"""Who plays a local match: a function, a file, a folder, a zip, a house bot, a command line."""

import shlex
import shutil
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scuffle.backends import NONE
from scuffle.cage import BuildLimits, Launch, Sandbox
from scuffle.door import open_path, unpack
from scuffle.function_seat import FunctionSeat
from scuffle.jobs import Program
from scuffle.kept_builds import builds_of_this_user
from scuffle.launch import build_launch, need_tools, needs_build, program_launch
from scuffle.limits import Limits
from scuffle.registry import house_bots
from scuffle.seat import Seat
from scuffle.session_seat import SessionSeat

Bot = str | Path | Callable[..., Any]
"""What a person may give as a bot."""


class NoSuchBot(ValueError):
    """Nothing by that name can play; the message says what was looked for."""


class BuildFailed(ValueError):
    """A bot could not be built; the message holds the compiler's words."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot, ready for any number of matches.

    Attributes:
        name: how results call it.
        hash: SHA-256 of its program; ``None`` for a function or a command line.
        sit: makes a fresh seat for one match.
        launch: how its program is started; ``None`` for a function.
    """

    name: str
    hash: str | None
    sit: Callable[[Limits], Seat]
    launch: Launch | None = None

    @classmethod
    def started(
        cls, name: str, digest: str | None, launch: Launch, sandbox: Sandbox, slot: int = 0
    ) -> "Entrant":
        """A program that ``sandbox`` starts afresh for each match."""
        return cls(
            name, digest, lambda limits: SessionSeat(sandbox.prepare(launch, limits, slot)), launch
        )


class Stable:
    """Makes entrants ready, built once each; as a context manager it clears up after them."""

    def __init__(self, game_id: str, sandbox: Sandbox) -> None:
        """Bots for ``game_id`` that will run in ``sandbox``."""
        self._game_id = game_id
        self._sandbox = sandbox
        self._rooms = ExitStack()

    def __enter__(self) -> "Stable":
        return self

    def __exit__(self, *_: object) -> None:
        self._rooms.close()

    def entrants(self, bots: Sequence[Bot]) -> list[Entrant]:
        """Every bot made ready; equal names are told apart by a number.

        Raises:
            NoSuchBot: one cannot be found.
            BuildFailed: one cannot be built.
            scuffle.door.Refused: one would be refused at the site's door.
            scuffle.seat.HostFault: a language's tools are not here.
        """
        found: list[Entrant] = []
        for bot in bots:
            entrant = self._entrant(bot)
            twins = sum(other.name.partition(" (")[0] == entrant.name for other in found)
            name = f"{entrant.name} ({twins + 1})" if twins else entrant.name
            found.append(replace(entrant, name=name))
        return found

    def _entrant(self, bot: Bot) -> Entrant:
        if callable(bot):
            return Entrant(getattr(bot, "__name__", "function"), None, lambda _: FunctionSeat(bot))
        if not str(bot).strip():
            raise NoSuchBot("found an empty name, wanted a bot: a file, a folder or a house bot")
        path = Path(bot).expanduser()
        if path.exists():
            return self._from_path(path, path.resolve().stem)
        house = house_bots(self._game_id)
        if str(bot) in house:
            return self._from_path(house[str(bot)], str(bot))
        return self._from_command(str(bot), sorted(house))

    def _from_path(self, path: Path, name: str) -> Entrant:
        upload = open_path(path)
        need_tools(self._sandbox.check(), upload.program.language)
        root = self._root(path, upload.program, upload.archive)
        launch = program_launch(upload.program, root)
        return Entrant.started(name, upload.program.hash, launch, self._sandbox)

    def _from_command(self, line: str, house: list[str]) -> Entrant:
        try:
            words = shlex.split(line)
        except ValueError as error:
            raise NoSuchBot(f"{line!r} is no command line: {error}") from None
        program = shutil.which(words[0]) if words else None
        if program is None:
            raise NoSuchBot(
                f"There is no bot {line!r}: no file, folder or zip of that name, no house bot of "
                f"{self._game_id} ({', '.join(house)}), and no program to run."
            )
        if self._sandbox.name != NONE:
            raise NoSuchBot(f"The command line {line!r} runs with --sandbox none only.")
        launch = Launch(Path.cwd(), (program, *words[1:]), "")
        return Entrant.started(Path(words[0]).stem, None, launch, self._sandbox)

    def _root(self, path: Path, program: Program, archive: bytes) -> Path:
        """The folder to run in: uncaged and unbuilt bots run where they lie."""
        build = needs_build(program)
        here = path if path.is_dir() else path.parent
        if self._sandbox.name == NONE and not build and (here / program.entry).is_file():
            return here
        root = self._room(archive)
        if not build:
            return root
        launch = build_launch(program, root)
        result = builds_of_this_user().build(self._sandbox, program, launch, BuildLimits(), 0)
        if not result.ok:
            raise BuildFailed(f"{path}: {result.sentence}\n{result.log}".rstrip())
        return self._room(result.archive)

    def _room(self, archive: bytes) -> Path:
        room = TemporaryDirectory(prefix="scuffle-", ignore_cleanup_errors=True)
        root = Path(self._rooms.enter_context(room))
        root.chmod(0o755)
        unpack(archive, root)
        return root
