"""A match that is being played, as far as it was shown, in the form of its later replay.

Whoever calls has asked ``secrecy`` first who may see it, and through whose eyes.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from scuffle.contract import Verdict
from scuffle.film import EVERYONE, fault_mark, film
from scuffle.jobs import FailedSeat, VerdictRecord
from scuffle.live_film import LiveFilm
from scuffle.refold import Unfoldable, fold
from scuffle.registry import make
from scuffle.replay import Replay, ReplayPlayer
from scuffle_platform.live import Taken, live
from scuffle_platform.secrecy import WITHHELD
from scuffle_platform.store.models import Match


def replay_so_far(match: Match) -> Replay:
    """What was played until now, without seed and outcome.

    Args:
        match: one that is being played, with its seats, their bots and versions.
    """
    return begun(match, live().steps(match.id, match.attempts))


def begun(match: Match, taken: Sequence[Taken]) -> Replay:
    """A match after its first steps, as far as the rules allow them."""
    rules = make(match.game, match.settings)
    steps = tuple(one.step for one in taken)
    verdicts, given = _verdicts(match.num_players, taken), match.origin_step or 0
    folded = -1
    try:
        for _ in fold(rules, match.num_players, WITHHELD, steps, verdicts, given):
            folded += 1
    except Unfoldable:
        pass
    players = tuple(
        ReplayPlayer(
            name=seat.name,
            version=seat.version.number if seat.version else None,
        )
        for seat in match.seats
    )
    return Replay(
        game=match.game,
        settings=match.settings,
        seed=WITHHELD,
        players=players,
        steps=steps[: max(0, folded)],
        verdicts=verdicts,
        outcome=None,
        rules_hash=rules.rules_hash(),
        given=given,
    )


def _verdicts(players: int, taken: Sequence[Taken]) -> tuple[VerdictRecord, ...]:
    """By seat, as far as they were shown; a seat fails once."""
    found = dict.fromkeys(range(players), VerdictRecord(verdict=Verdict.OK))
    for number, one in enumerate(taken):
        for seat in one.failed:
            if seat.player < players and seat.step <= number:
                found[seat.player] = VerdictRecord(verdict=seat.verdict, step=seat.step)
    return tuple(found.values())


def live_film(replay: Replay, perspective: str) -> LiveFilm:
    """The start of a match whose steps come one by one."""
    names = [player.name for player in replay.players]
    return LiveFilm(replay.game, replay.settings, names, perspective, replay.given)


def shown_film(replay: Replay, perspectives: Sequence[str], *, playing: bool) -> dict[str, Any]:
    """A film for whoever may see through ``perspectives``; says so if it is still ``playing``.

    Without everyone's it tells who acted and nothing of how: that is in the frames, as far as it
    was seen. Of failures it tells those of the own seat.
    """
    found = film(replay) | ({"playing": True} if playing else {})
    if EVERYONE in perspectives:
        return found
    fine = VerdictRecord(verdict=Verdict.OK).model_dump(mode="json")
    return {
        **found,
        "perspectives": list(perspectives),
        "steps": [{"player": step.player} for step in replay.steps],
        "verdicts": [
            verdict if str(player) in perspectives else fine
            for player, verdict in enumerate(found["verdicts"])
        ],
        "marks": _own_faults(found["marks"], perspectives),
        "notation": "",
    }


def shown_event(event: dict[str, Any], perspectives: Sequence[str]) -> dict[str, Any]:
    """What a step made of a match, for whoever may see through ``perspectives``."""
    if EVERYONE in perspectives:
        return event
    return {
        "frame": event["frame"],
        "taken": {"player": event["taken"]["player"]},
        "failed": _own(event["failed"], perspectives),
        "marks": _own_faults(event["marks"], perspectives),
    }


def shown_faults(
    names: Sequence[str], failed: Sequence[FailedSeat], perspectives: Sequence[str]
) -> dict[str, Any]:
    """Who failed after the last step, with the marks of it, for whoever may see so far.

    Args:
        names: of the players, by seat.
        failed: of any seat.
        perspectives: through whose eyes; without everyone's only the own seat is told.
    """
    told = [seat for seat in failed if EVERYONE in perspectives or str(seat.player) in perspectives]
    return {
        "failed": [seat.model_dump(mode="json") for seat in told],
        "marks": [fault_mark(names, seat.player, seat.verdict, seat.step) for seat in told],
    }


def _own(told: Iterable[dict[str, Any]], perspectives: Sequence[str]) -> list[dict[str, Any]]:
    return [one for one in told if str(one["player"]) in perspectives]


def _own_faults(
    marks: Iterable[dict[str, Any]], perspectives: Sequence[str]
) -> list[dict[str, Any]]:
    return _own((mark for mark in marks if mark["kind"] == "fault"), perspectives)
