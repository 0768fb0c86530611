"""The processes in which a bench or a tournament plays: an interpreter each."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from typing import Any, ParamSpec, TypeVar

from scuffle.backends import choose
from scuffle.bench import Ended, SetPlan, play_set
from scuffle.bench_kept import SetResult
from scuffle.cage import Launch, Sandbox
from scuffle.entrants import Entrant
from scuffle.limits import Limits
from scuffle.playing import Played, play_entrants
from scuffle.registry import make
from scuffle.seat import HostFault

P = ParamSpec("P")
T = TypeVar("T")

_TRIES = 3
"""How often a match is played that comes to nothing because this machine is busy."""


class WorkerKilled(RuntimeError):
    """A process of the bench was ended from outside; the message says what to do."""


class NobodyStarted(ValueError):
    """No bot of a match could be started; the message says why."""


@dataclass(frozen=True, slots=True)
class Roster:
    """Who plays what and in which cage, in a shape that another process can be given.

    Attributes:
        game: the game's id.
        sandbox: the backend's name.
        programs: by bot its name, its hash and how it is started.
    """

    game: str
    sandbox: str
    programs: tuple[tuple[str, str | None, Launch], ...]

    @classmethod
    def of(cls, game: str, sandbox: Sandbox, entrants: Sequence[Entrant]) -> "Roster":
        """The roster of programs that are ready; functions cannot be handed on."""
        programs = tuple(
            (one.name, one.hash, one.launch) for one in entrants if one.launch is not None
        )
        return cls(game, sandbox.name, programs)

    def entrants(self, slot: int) -> list[Entrant]:
        """The same programs, started by this process."""
        sandbox = choose(self.sandbox)
        return [
            Entrant.started(name, digest, launch, sandbox, slot)
            for name, digest, launch in self.programs
        ]


@contextmanager
def workers(roster: Roster, jobs: int) -> Iterator[Executor]:
    """``jobs`` processes, or this one alone, in which :func:`play_seats` works.

    Raises:
        scuffle.seat.HostFault: the cage is not at hand.
        WorkerKilled: a process is gone.
    """
    with _interrupted_once():
        if jobs == 1:
            _place.game, _place.entrants = roster.game, roster.entrants(0)
            yield _Here()
            return
        with _processes(roster, jobs) as pool:
            yield pool


@contextmanager
def _processes(roster: Roster, jobs: int) -> Iterator[Executor]:
    context = multiprocessing.get_context("spawn")
    ended = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _arrive, (roster, context.Value("i", 0), ended))
    try:
        _fill(pool, jobs)
        yield pool
    except BrokenProcessPool:
        raise WorkerKilled(
            "A process that played was killed, perhaps for want of memory. What is done is kept; "
            "go on with --resume, and fewer at a time (-j)."
        ) from None
    except BaseException:
        ended.set()
        _stop(pool)
        raise
    pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupted_once() -> Iterator[None]:
    """A second Ctrl-C is not heard: it would break off the end that the first one brings.

    Python takes a thread for ended whose ``join`` was interrupted; nobody would then wait for the
    one that tells the processes to end, and both would wait for ever.
    """

    def interrupt(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    told = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is interrupt:
            signal.signal(signal.SIGINT, told)


def _fill(pool: ProcessPoolExecutor, jobs: int) -> None:
    """Start every process deaf to Ctrl-C, which would end it with a traceback as it imports."""
    told = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(jobs):
            pool.submit(_nothing)
    finally:
        signal.signal(signal.SIGINT, told)


def _nothing() -> None:
    """Gives a process a reason to be started."""


class _Here(Executor):
    """Runs at once, in this thread, so that Ctrl-C ends the match that is being played."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        done: Future[T] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def _stop(pool: ProcessPoolExecutor) -> None:
    """End what is being played; the bots end with their matches."""
    for process in multiprocessing.active_children():
        with suppress(OSError):
            os.kill(process.pid or 0, signal.SIGINT)
    pool.shutdown(cancel_futures=True)


@dataclass
class _Place:
    """What a process plays with; a pool hands its tasks no more than their arguments."""

    game: str = ""
    entrants: Sequence[Entrant] = ()
    ended: Event | None = None
    playing: bool = False

    def interrupt(self, *_: object) -> None:
        """End the match that is being played, once; between matches there is nothing to end."""
        if self.playing:
            self.playing = False
            raise KeyboardInterrupt


_place = _Place()


def _arrive(roster: Roster, slots: Any, ended: Event) -> None:
    with slots.get_lock():
        slot, slots.value = slots.value, slots.value + 1
    _place.game, _place.entrants, _place.ended = roster.game, roster.entrants(slot), ended
    signal.signal(signal.SIGINT, _place.interrupt)


@contextmanager
def playing() -> Iterator[None]:
    """Around what Ctrl-C may end in a worker's process."""
    _place.playing = True
    try:
        if _place.ended and _place.ended.is_set():
            raise KeyboardInterrupt
        yield
    finally:
        _place.playing = False


def play_seats(seating: Sequence[int], seed: str, settings: dict[str, Any]) -> Played:
    """Play one match with the roster's bots of these numbers, by seat.

    Raises:
        scuffle.seat.HostFault: this machine failed three times.
    """
    seated = [_place.entrants[bot] for bot in seating]
    for _ in range(_TRIES - 1):
        with suppress(HostFault):
            return play_entrants(make(_place.game, settings), seated, seed, Limits())
    return play_entrants(make(_place.game, settings), seated, seed, Limits())


def play_planned(one: SetPlan) -> SetResult:
    """Play one set of a bench."""
    with playing():
        return play_set(one, _ended)


def _ended(seating: Sequence[int], seed: str, settings: dict[str, Any]) -> Ended:
    record = play_seats(seating, seed, settings).record
    if record.outcome is None:
        told = " ".join(seat.detail for seat in record.seats)
        raise NobodyStarted(f"no bot of the match could be started: {told}")
    return Ended(record.outcome, record.verdicts, record.steps)
