"""How a match ended: the game's outcome together with the seats' verdicts.

The match loop and the recorder derive it with this one function, so that a recorded outcome
follows from steps and verdicts alone.
"""

from collections.abc import Sequence
from typing import Any

from scuffle.contract import Game, Outcome, Verdict
from scuffle.jobs import VerdictRecord

FORFEIT = "forfeit"


class Unfinished(ValueError):
    """The game still runs and enough seats live to go on."""


def has_stopped(verdicts: Sequence[VerdictRecord]) -> bool:
    """Whether failures alone have ended the match: at most one seat of several still lives."""
    live = sum(record.verdict is Verdict.OK for record in verdicts)
    return live < len(verdicts) and live <= 1


def derive_outcome(
    game: Game[Any], state: Any, verdicts: Sequence[VerdictRecord]
) -> Outcome | None:
    """The outcome of a match, or ``None`` if it is unranked since every seat failed.

    Args:
        game: the game, with its settings.
        state: the state after the last step.
        verdicts: by seat; a failure's ``step`` is the number of steps before it.

    Raises:
        Unfinished: the match should have gone on.
    """
    failed = [record.verdict is not Verdict.OK for record in verdicts]
    if all(failed):
        return None
    if has_stopped(verdicts):
        scores = tuple(0.0 if out else 1.0 for out in failed)
        return Outcome(_places([0] * len(verdicts), verdicts), scores, FORFEIT)
    outcome = game.outcome(state)
    if outcome is None:
        raise Unfinished(f"The game is not over and {failed.count(False)} seats live.")
    if not any(failed):
        return outcome
    return Outcome(_places(outcome.places, verdicts), outcome.scores, outcome.reason)


def _places(game_places: Sequence[int], verdicts: Sequence[VerdictRecord]) -> tuple[int, ...]:
    """Live seats in the game's order, behind them the failed ones, the latest failure first."""
    keys = [
        (0, place) if record.verdict is Verdict.OK else (1, -(record.step or 0))
        for place, record in zip(game_places, verdicts, strict=True)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
