"""A match that a person plays: who sits where, and playing it to its end.

House bots are ours and answer in this process; other people's bots sit in cages. Whether a bot is
ours is told by its program's hash, never by the job: whoever can write jobs could say so.
"""

import importlib.util
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from platform import python_version
from threading import Event

from redis import Redis

from scuffle.attempt import reported
from scuffle.checking import unpacked
from scuffle.door import open_upload
from scuffle.function_seat import FunctionSeat
from scuffle.hand import HandJob
from scuffle.jobs import PlayReport, Program, StepRecord, steps_key
from scuffle.launch import need_runtime, program_launch
from scuffle.match import MatchRecord, play_match
from scuffle.registry import UnknownGame, house_bots, make
from scuffle.seat import Seat
from scuffle.session_seat import SessionSeat
from scuffle_sandbox.broadcast import Broadcast
from scuffle_sandbox.hand_board import Board
from scuffle_sandbox.hand_cages import Cages
from scuffle_sandbox.hand_seat import HandSeat
from scuffle_sandbox.places import scratch_folder
from scuffle_sandbox.programs import Programs
from scuffle_sandbox.tools_told import with_tools


@dataclass(frozen=True)
class HandDesk:
    """What all boards of a process share.

    Attributes:
        name: the process's name, for reports and leases.
        connection: Redis.
        stage: Redis again, by a connection that does not wait; shows the steps.
        programs: where programs come from.
        cages: where other people's bots run.
        stop: set when the process is to end.
    """

    name: str
    connection: Redis
    stage: Redis
    programs: Programs
    cages: Cages
    stop: Event

    def can_play(self, job: HandJob) -> bool:
        """Whether this host has the languages of a match; for house bots it needs none."""
        plays = self.cages.plays
        strange = {one.hash for one in job.programs if one and one.language not in plays}
        try:
            return not strange or strange <= _house(job.game).keys()
        except UnknownGame:
            return True  # playing it says so

    def play(self, job: HandJob, slot: int) -> PlayReport:
        """Play ``job`` in cages of ``slot`` and report it; never raises a fault."""
        seats: list[Seat] = []

        def play() -> MatchRecord:
            with ExitStack() as rooms:
                return self._play(job, slot, seats, rooms)

        report = reported(job, play, seats, backend="hand", worker=self.name)
        return with_tools(report, [self._tools(job, program) for program in job.programs])

    def _tools(self, job: HandJob, program: Program | None) -> str:
        if program is None:
            return ""
        if program.hash in _house(job.game):
            return f"Python {python_version()}"
        found = self.cages.report.toolchains.get(program.language)
        return found.tools if found else ""

    def _play(self, job: HandJob, slot: int, seats: list[Seat], rooms: ExitStack) -> MatchRecord:
        board = Board(self.connection, job)
        steps = rooms.enter_context(Broadcast(self.stage, steps_key(job.match_id, job.attempt)))
        scratch = rooms.enter_context(scratch_folder())
        for program in job.programs:
            if program is None:
                seats.append(HandSeat(job.game, board, self.stop))
            elif (path := _house(job.game).get(program.hash)) is not None:
                seats.append(FunctionSeat(_function(path)))
            else:
                seats.append(self._caged(job, program, slot, scratch, rooms))

        def note(step: StepRecord) -> None:
            steps.show(step)
            board.note(step)

        game = make(job.game, job.settings)
        return play_match(
            game,
            len(seats),
            seats,
            job.seed,
            job.limits,
            on_step=note,
            on_fault=steps.fail,
            given=job.given,
        )

    def _caged(
        self, job: HandJob, program: Program, slot: int, scratch: Path, rooms: ExitStack
    ) -> Seat:
        """A program in a cage; this thread makes it, and lives as long as it must."""
        root = rooms.enter_context(unpacked(self.programs.fetch(program.hash), scratch))
        launch = program_launch(program, root)
        sandbox = self.cages.sandbox(slot)
        need_runtime(sandbox.check(), launch)
        session = sandbox.prepare(launch, job.limits, slot)
        rooms.callback(session.close)
        return SessionSeat(session)


@cache
def _house(game_id: str) -> dict[str, Path]:
    """The files of a game's house bots by the hash of the program that the site makes of them."""
    return {
        open_upload(path.name, path.read_bytes()).program.hash: path
        for path in house_bots(game_id).values()
    }


def _function(path: Path) -> Callable[..., object]:
    """A house bot's function, loaded for one match alone: what it keeps outside is its own."""
    spec = importlib.util.spec_from_file_location(f"house_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function: Callable[..., object] = module.get_action
    return function
