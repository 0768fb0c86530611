"""Many sets between bots: the same seeds and openings for all, every bot on every seat.

The first set of a pairing starts from the bare start; later ones begin with two drawn opening
turns in games that have that setting, since two deterministic bots would otherwise play one game
for ever.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from typing import Any

from scuffle.bench_kept import SetResult
from scuffle.bench_stats import place_points
from scuffle.contract import Game, Outcome, Verdict
from scuffle.jobs import StepRecord, VerdictRecord
from scuffle.playing import WrongNumber
from scuffle.wire import dump_line

OPENING_TURNS = 2


@dataclass(frozen=True, slots=True)
class Ended:
    """How one match ended.

    Attributes:
        outcome: ``None`` if every seat failed to start.
        verdicts: by seat.
        steps: what was played.
    """

    outcome: Outcome | None
    verdicts: Sequence[VerdictRecord]
    steps: Sequence[StepRecord] = ()

    def digest(self, settings: dict[str, Any]) -> str:
        """Equal for matches with equal actions; ``""`` where a bot failed.

        What a failure hangs on (time, memory) is not in the actions, so no two are the same.
        """
        if any(one.verdict is not Verdict.OK for one in self.verdicts):
            return ""
        played = [[step.player, step.action] for step in self.steps]
        return sha256(dump_line({"settings": settings, "steps": played})).hexdigest()[:16]


PlayOne = Callable[[Sequence[int], str, dict[str, Any]], Ended]
"""Plays one match: which bot sits on which seat, the seed, the settings."""


@dataclass(frozen=True, slots=True)
class SetPlan:
    """One set to be played.

    Attributes:
        bots: indices of the bots of the pairing, ascending.
        index: the set's number within the pairing, from 0.
        seed: the seed of all its matches; a function of ``index`` alone.
        settings: the game settings of all its matches.
    """

    bots: tuple[int, ...]
    index: int
    seed: str
    settings: dict[str, Any]

    def seatings(self) -> Iterator[tuple[int, ...]]:
        """All cyclic rotations: which bot sits on which seat."""
        for shift in range(len(self.bots)):
            yield self.bots[shift:] + self.bots[:shift]


def plan(
    game: type[Game[Any]], num_bots: int, sets: int, seed: str, settings: dict[str, Any]
) -> list[SetPlan]:
    """Every set of every pairing, round by round, so that all pairings fill evenly.

    Raises:
        WrongNumber: the game takes more players than there are bots.
    """
    sizes = [players for players in game.players if players <= num_bots]
    if not sizes:
        raise WrongNumber(f"{game.name} needs at least {game.players[0]} bots, found {num_bots}")
    pairings = list(combinations(range(num_bots), sizes[-1]))
    return [
        SetPlan(bots, index, f"{seed}-{index}", _opening(game, index) | settings)
        for index in range(sets)
        for bots in pairings
    ]


def _opening(game: type[Game[Any]], index: int) -> dict[str, Any]:
    if index == 0 or "opening_turns" not in game.Settings.model_fields:
        return {}
    return {"opening_turns": OPENING_TURNS}


def play_set(one: SetPlan, play_one: PlayOne) -> SetResult:
    """Play all rotations of one set."""
    seats = len(one.bots)
    points = dict.fromkeys(one.bots, 0.0)
    wins = dict.fromkeys(one.bots, 0)
    faults: dict[int, list[str]] = {bot: [] for bot in one.bots}
    seat_points = [0.0] * seats
    games = []
    for seating in one.seatings():
        ended = play_one(seating, one.seed, one.settings)
        games.append(ended.digest(one.settings))
        for seat, bot in enumerate(seating):
            won = place_points(ended.outcome.places if ended.outcome else None, seat)
            points[bot] += won / seats
            seat_points[seat] += won / seats
            wins[bot] += won == 1.0
            if ended.verdicts[seat].verdict is not Verdict.OK:
                faults[bot].append(str(ended.verdicts[seat].verdict))
    return SetResult(
        one.bots,
        one.index,
        tuple(points.values()),
        tuple(wins.values()),
        tuple(tuple(words) for words in faults.values()),
        tuple(seat_points),
        tuple(games),
    )


def run_sets(
    plans: Sequence[SetPlan],
    play: Callable[[SetPlan], SetResult],
    keep: Callable[[SetResult], object],
    wanted: Callable[[SetPlan], bool],
    pool: Executor,
    ahead: int = 1,
) -> None:
    """Play sets and hand them to ``keep`` in the order of the plan.

    What is kept depends on what was kept before and on nothing else, however many run at once:
    a set that was begun and is no longer wanted when its turn comes is dropped.

    Args:
        plans: what to play.
        play: plays one set, in ``pool``.
        keep: takes each result.
        wanted: asked before a set is begun, and again before it is kept.
        pool: where sets are played.
        ahead: how many may be begun before the first of them is kept.
    """
    waiting = deque(plans)
    begun: deque[tuple[SetPlan, Future[SetResult]]] = deque()
    while waiting or begun:
        while waiting and len(begun) < ahead:
            one = waiting.popleft()
            if wanted(one):
                begun.append((one, pool.submit(play, one)))
        if begun:
            one, future = begun.popleft()
            result = future.result()
            if wanted(one):
                keep(result)
