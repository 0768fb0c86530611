"""The match loop: it asks, judges and records; it owns clocks and verdicts.

The same loop plays on the site, in ``scuffle play`` and in notebooks. It never decides a rule:
the game says who acts and what is legal, a seat says what was answered.
"""

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from scuffle.chair import Chair
from scuffle.chance import draw, player_seed
from scuffle.contract import CHANCE, Action, Game, Outcome
from scuffle.jobs import FailedSeat, SeatReport, StepRecord, VerdictRecord
from scuffle.limits import Limits
from scuffle.outcome import derive_outcome, has_stopped
from scuffle.protocol import end_message, start_message
from scuffle.seat import BotFault, HostFault, Seat
from scuffle.wire import dump_line

OnStep = Callable[[StepRecord], object]
OnFault = Callable[[FailedSeat], object]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """What was played.

    Attributes:
        steps: in order, chance included.
        seats: by seat: verdict, private detail and log.
        outcome: how it ended; ``None`` if every seat failed to start, or in a partial record.
    """

    steps: tuple[StepRecord, ...]
    seats: tuple[SeatReport, ...]
    outcome: Outcome | None

    @property
    def verdicts(self) -> tuple[VerdictRecord, ...]:
        """The verdict of each seat."""
        return tuple(seat.verdict for seat in self.seats)


def play_match(
    game: Game[Any],
    num_players: int,
    seats: Sequence[Seat],
    seed: str,
    limits: Limits,
    *,
    on_step: OnStep | None = None,
    on_fault: OnFault | None = None,
    given: Sequence[StepRecord] = (),
) -> MatchRecord:
    """Play one match to its end; every seat is ended, whatever happens.

    Args:
        game: the game, made with its settings.
        num_players: how many play; one seat each.
        seats: who plays, by player.
        seed: the match's seed; decides every chance step.
        limits: what each seat may use.
        on_step: called with every step as it is taken.
        on_fault: called with every failure of a seat, before the step that follows it.
        given: the first steps, legal ones, which nobody is asked for: it is played on from there.

    Raises:
        HostFault: we failed; the match is void. Its ``partial`` holds what was played.
    """
    chairs = [Chair(seat, game, limits) for seat in seats]
    if len(chairs) != num_players:
        raise ValueError(f"found {len(chairs)} seats, wanted {num_players}")
    match = _Match(game, chairs, seed, on_step or _nobody, on_fault or _nobody)
    try:
        record = match.play(limits, given)
        _end_all(chairs, dump_line(end_message(record.outcome, record.verdicts)))
        return match.record(record.outcome)
    except BaseException as fault:
        _end_all(chairs, None)
        if isinstance(fault, HostFault):
            fault.partial = match.record(None)
        raise


class _Match:
    """One match being played."""

    def __init__(
        self,
        game: Game[Any],
        chairs: Sequence[Chair],
        seed: str,
        on_step: OnStep,
        on_fault: OnFault,
    ) -> None:
        self._game = game
        self._chairs = chairs
        self._seed = seed
        self._on_step = on_step
        self._on_fault = on_fault
        self._state = game.setup(len(chairs))
        self._steps: list[StepRecord] = []
        self._draws = 0
        self._stopped = False

    def play(self, limits: Limits, given: Sequence[StepRecord]) -> MatchRecord:
        self._start(limits)
        for one in given:
            self._draws += one.player == CHANCE
            self._take(one)
        self._stopped = has_stopped(self._verdicts())
        while not self._stopped:
            player = self._game.to_act(self._state)
            if player is None:
                break
            step = self._chance() if player == CHANCE else self._turn(player)
            if step is not None:
                self._take(step)
        return self.record(derive_outcome(self._game, self._state, self._verdicts()))

    def record(self, outcome: Outcome | None) -> MatchRecord:
        reports = tuple(chair.report() for chair in self._chairs)
        return MatchRecord(tuple(self._steps), reports, outcome)

    def _verdicts(self) -> tuple[VerdictRecord, ...]:
        return tuple(chair.verdict for chair in self._chairs)

    def _start(self, limits: Limits) -> None:
        """Ask all seats at once, so that one slow start does not wait for another."""
        lines = [
            dump_line(
                start_message(
                    self._game, player, len(self._chairs), limits, player_seed(self._seed, player)
                )
            )
            for player in range(len(self._chairs))
        ]
        asks = [partial(chair.start, line) for chair, line in zip(self._chairs, lines, strict=True)]
        _together([partial(_naming, player, ask) for player, ask in enumerate(asks)])
        for player, chair in enumerate(self._chairs):
            if not chair.lives:
                self._tell_fault(player)

    def _chance(self) -> StepRecord:
        results = self._game.legal_actions(self._state, CHANCE)
        action = results[draw(self._seed, self._draws, len(results))]
        self._draws += 1
        return StepRecord(player=CHANCE, action=action)

    def _turn(self, player: int) -> StepRecord | None:
        """The step of ``player``, or ``None`` if its failure stops the match."""
        legal = self._game.legal_actions(self._state, player)
        chair = self._chairs[player]
        if chair.lives:
            try:
                view = self._game.view(self._state, player)
                return _naming(player, partial(chair.act, player, view, legal, self._number))
            except BotFault as fault:
                chair.fail(fault, self._number)
                self._tell_fault(player)
                self._stopped = has_stopped(self._verdicts())
                if self._stopped:
                    return None
        return StepRecord(player=player, action=legal[0])

    def _tell_fault(self, player: int) -> None:
        verdict = self._chairs[player].verdict.verdict
        self._on_fault(FailedSeat(player=player, verdict=verdict, step=self._number))

    @property
    def _number(self) -> int:
        """How many steps were taken."""
        return len(self._steps)

    def _take(self, step: StepRecord) -> None:
        action: Action = step.action
        self._state = self._game.apply(self._state, step.player, action)
        self._steps.append(step)
        self._on_step(step)


def _nobody(told: object) -> None:
    """Who is told where nobody listens."""


def _naming(player: int, ask: Callable[[], T]) -> T:
    """Ask a seat; a fault of ours says at whose request it came."""
    try:
        return ask()
    except HostFault as fault:
        fault.evidence.setdefault("player", float(player))
        raise


def _end_all(chairs: Sequence[Chair], line: bytes | None) -> None:
    _together([partial(chair.end, line) for chair in chairs])


def _together(calls: Sequence[Callable[[], None]]) -> None:
    """Run all calls at once and wait for all; the first error is raised then."""
    if sys.platform == "emscripten":
        # A browser has no threads, and no seat there that is worth waiting for.
        for call in calls:
            call()
        return
    with ThreadPoolExecutor(len(calls)) as pool:
        futures = [pool.submit(call) for call in calls]
    for future in futures:
        future.result()
