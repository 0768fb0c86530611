"""Blame needs contrast: whose fault it is when much comes to nothing, told from what did not.

Pure functions over what was run lately. A worker is to blame when matches of several different bots
come to nothing on it that go well elsewhere; a game when its matches come to nothing wherever they
are played while others go well there. A bot that fails everywhere is its own fault, and nobody's
else. Without anything to compare with nobody is judged: a canary is asked for instead.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from statistics import median

LAST = 8
"""So many of the newest runs are looked at."""
FEW = 4
"""So many void ones among them are needed before anybody is suspected, and at least half."""
BOTS = 3
"""So many different bots must have been hit."""
KNOWN = 3
"""So often must a version have been seen elsewhere to say how it does there."""
SOUND = 0.1
"""A version that fails in no larger share of its seats elsewhere does fine there."""
UNLIKE = 0.3
"""The share of such seats that fail here before the worker is to blame."""
REQUESTS = 20
"""So many requests make a version's speed known."""
SLOW = 2.0
"""A worker on which the median version needs so many times as long is slow."""


@dataclass(frozen=True, slots=True)
class Sat:
    """One seat of a run.

    Attributes:
        bot: the bot's id.
        version: the version's id.
        failed: whether it got a verdict other than ``ok``.
        cpu_ms: what it used over all requests.
        wall_ms: how long all of them took.
        requests: how often it was asked; 0 where nothing was told.
    """

    bot: str
    version: str
    failed: bool = False
    cpu_ms: float = 0.0
    wall_ms: float = 0.0
    requests: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """One ended attempt at a match.

    Attributes:
        worker: its name; empty if none had it.
        game: the game's id.
        ended: when.
        came: whether it came to a result.
        by_worker: of one that did not: whether the worker may be the cause.
        seats: who sat there.
    """

    worker: str
    game: str
    ended: datetime
    came: bool
    by_worker: bool = False
    seats: tuple[Sat, ...] = ()


@dataclass(slots=True)
class Figures:
    """What a worker's runs come to.

    Attributes:
        matches: runs that came to a result.
        voids: runs that did not.
        seats: seats of the former.
        failures: those that failed; never more than ``seats``.
        judged: seats of versions that are known from elsewhere.
        expected: how many of those would have failed elsewhere.
        cpu_ms: over all seats.
        wall_ms: over all seats.
        slowness: how many times as long the median version needs here as elsewhere, if known.
    """

    matches: int = 0
    voids: int = 0
    seats: int = 0
    failures: int = 0
    judged: int = 0
    expected: float = 0.0
    cpu_ms: float = 0.0
    wall_ms: float = 0.0
    slowness: float | None = None


@dataclass(slots=True)
class Verdict:
    """Who is to blame.

    Attributes:
        workers: by name, why in one sentence.
        games: by id, why in one sentence.
        slow: by worker, how many times as long bots need there.
        unsure: workers on which nothing goes well, with nothing to compare.
    """

    workers: dict[str, str] = field(default_factory=dict)
    games: dict[str, str] = field(default_factory=dict)
    slow: dict[str, float] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)


def judge(runs: Iterable[Run]) -> Verdict:
    """Whom the runs speak against."""
    newest = sorted(runs, key=lambda run: run.ended, reverse=True)
    found = Verdict()
    for worker in sorted({run.worker for run in newest if run.worker}):
        _judge_voids(worker, newest, found)
        if worker not in found.workers:
            _judge_failures(worker, newest, found)
    innocent = [run for run in newest if run.worker not in found.workers]
    for game in sorted({run.game for run in innocent}):
        _judge_game(game, innocent, found)
    slowness = {name: told.slowness for name, told in figures(newest).items()}
    found.slow = {name: by for name, by in slowness.items() if by is not None and by >= SLOW}
    return found


def figures(runs: Sequence[Run]) -> dict[str, Figures]:
    """By worker, what its runs come to."""
    found: defaultdict[str, Figures] = defaultdict(Figures)
    for run in runs:
        if run.worker:
            _count(found[run.worker], run)
    for worker, told in found.items():
        here, elsewhere = _apart(runs, worker)
        known = _rates(elsewhere)
        judged = [known[sat.version] for sat in _seats(here) if sat.version in known]
        told.judged, told.expected = len(judged), sum(judged)
        told.slowness = _slowness(here, elsewhere)
    return dict(found)


def _count(told: Figures, run: Run) -> None:
    if not run.came:
        told.voids += 1
        return
    told.matches += 1
    told.seats += len(run.seats)
    told.failures += sum(sat.failed for sat in run.seats)
    told.cpu_ms += sum(sat.cpu_ms for sat in run.seats)
    told.wall_ms += sum(sat.wall_ms for sat in run.seats)


def _judge_voids(worker: str, newest: Sequence[Run], found: Verdict) -> None:
    here, elsewhere = _apart(newest, worker)
    mine = [run for run in here if run.came or run.by_worker]
    if not _comes_to_nothing(mine):
        return
    void = [run for run in mine[:LAST] if not run.came]
    games = {run.game for run in void}
    others = [run for run in elsewhere if run.game in games]
    hit = len({sat.bot for run in void for sat in run.seats})
    told = f"{len(void)} of its last {len(mine[:LAST])} matches came to nothing, for {hit} bots"
    if _goes_well(others):
        found.workers[worker] = f"{told}, while the same games went well on other workers."
    elif not others and len(games) > 1 and not any(run.came for run in mine[:FEW]):
        found.workers[worker] = f"{told} in {len(games)} games."
    elif not others:
        found.unsure.add(worker)


def _judge_failures(worker: str, newest: Sequence[Run], found: Verdict) -> None:
    here, elsewhere = _apart(newest, worker)
    sound = {version for version, rate in _rates(elsewhere).items() if rate <= SOUND}
    seats = [sat for sat in _seats(here) if sat.version in sound]
    failed = [sat for sat in seats if sat.failed]
    hit = len({sat.bot for sat in failed})
    if hit >= BOTS and len(failed) > FEW and len(failed) >= UNLIKE * len(seats):
        found.workers[worker] = (
            f"{hit} bots that do fine elsewhere failed in {len(failed)} of {len(seats)} seats here."
        )


def _judge_game(game: str, newest: Sequence[Run], found: Verdict) -> None:
    mine = [run for run in newest if run.game == game]
    if not _comes_to_nothing(mine):
        return
    void = [run for run in mine[:LAST] if not run.came]
    workers = {run.worker for run in void}
    if _goes_well([run for run in mine if run.worker not in workers]):
        return
    other_games = [run for run in newest if run.game != game and run.worker in workers]
    if _goes_well(other_games) or len(workers) > 1 or not any(run.by_worker for run in void):
        found.games[game] = (
            f"{len(void)} of its last {len(mine[:LAST])} matches came to nothing, "
            f"on {len(workers)} worker{'s' if len(workers) != 1 else ''} that "
            f"{'play other games well' if _goes_well(other_games) else 'tried'}."
        )


def _comes_to_nothing(newest: Sequence[Run]) -> bool:
    last = newest[:LAST]
    void = [run for run in last if not run.came]
    bots = {sat.bot for run in void for sat in run.seats}
    newest_is_void = bool(last) and not last[0].came
    return newest_is_void and len(void) >= FEW and 2 * len(void) >= len(last) and len(bots) >= BOTS


def _goes_well(newest: Sequence[Run]) -> bool:
    last = newest[: 2 * LAST]
    came = sum(run.came for run in last)
    return came >= FEW and 4 * came >= 3 * len(last)


def _apart(newest: Sequence[Run], worker: str) -> tuple[list[Run], list[Run]]:
    here = [run for run in newest if run.worker == worker]
    return here, [run for run in newest if run.worker not in ("", worker)]


def _seats(runs: Iterable[Run]) -> list[Sat]:
    return [sat for run in runs if run.came for sat in run.seats]


def _rates(runs: Iterable[Run]) -> dict[str, float]:
    """By version that was seen often enough, the share of its seats that failed."""
    seats = _seats(runs)
    times = Counter(sat.version for sat in seats)
    failed = Counter(sat.version for sat in seats if sat.failed)
    return {one: failed[one] / count for one, count in times.items() if count >= KNOWN}


def _slowness(here: Sequence[Run], elsewhere: Sequence[Run]) -> float | None:
    mine, others = _speeds(here), _speeds(elsewhere)
    both = mine.keys() & others.keys()
    if len(both) < BOTS:
        return None
    ratios = [
        max(ours / max(theirs, 1e-6) for ours, theirs in zip(mine[one], others[one], strict=True))
        for one in both
    ]
    return round(median(ratios), 2)


def _speeds(runs: Iterable[Run]) -> dict[tuple[str, str], tuple[float, float]]:
    """By game and version with requests enough, CPU and wall-clock milliseconds a request."""
    sums: defaultdict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for run in runs:
        for sat in run.seats if run.came else ():
            for place, value in enumerate((sat.cpu_ms, sat.wall_ms, sat.requests)):
                sums[run.game, sat.version][place] += value
    return {
        one: (cpu / asked, wall / asked)
        for one, (cpu, wall, asked) in sums.items()
        if asked >= REQUESTS
    }
