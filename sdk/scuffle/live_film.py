"""A match as it is being played: a frame for each step, as the steps come in.

The site streams these; they are the very frames that ``scuffle.film`` makes of the replay later.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any

from scuffle.contract import Verdict
from scuffle.film import fault_mark, frame, player_of, start_frame, step_marks
from scuffle.jobs import FailedSeat, StepRecord, VerdictRecord
from scuffle.refold import Unfoldable, fold
from scuffle.registry import make


class LiveFilm:
    """Folds steps one by one, through the eyes of one player or of everybody.

    Attributes:
        start: frame 0.
        steps: how many steps were taken.
    """

    def __init__(
        self,
        game: str,
        settings: dict[str, Any],
        names: Sequence[str],
        perspective: str,
        given: int = 0,
    ) -> None:
        """The start of a match, whose first ``given`` steps nobody is asked for.

        Raises:
            ValueError: there is no such perspective.
        """
        self._id = game
        self._names = names
        self._player = player_of(len(names), perspective)
        self._game = make(game, settings)
        self._next: deque[StepRecord] = deque()
        self._verdicts = [VerdictRecord(verdict=Verdict.OK) for _ in names]
        # Asked for a step only when one was put there. The seed is a secret, so that any result
        # of chance is possible.
        steps = iter(self._next.popleft, None)
        self._states = fold(self._game, len(names), "", steps, self._verdicts, given)
        self._view = self._game.view(next(self._states), self._player)
        self.start = start_frame(self._view)
        self.steps = 0

    def take(self, step: StepRecord, failed: Sequence[FailedSeat] = ()) -> dict[str, Any]:
        """What a step makes of the match.

        Its ``frame``, what was ``taken``, who ``failed`` before it, and ``marks`` of all that. Only
        the frame is cut to the perspective; the others tell everything, as a film does.

        Args:
            step: what was taken.
            failed: the seats that have failed since the step before.

        Raises:
            scuffle.refold.Unfoldable: the rules do not allow it; no further one may be taken.
        """
        faults = [self._fault(seat) for seat in failed]
        self._next.append(step)
        state = next(self._states)
        self.steps += 1
        before, self._view = self._view, self._game.view(state, self._player)
        seen = (before, self._view)
        everything = self._game.view(state, None)
        marks = step_marks(self._id, self._names, self.steps, step, everything)
        return {
            "frame": frame(self._id, self._names, self._player, self.steps, step, seen),
            "taken": step.model_dump(mode="json"),
            "failed": [seat.model_dump(mode="json") for seat in failed],
            "marks": [*faults, *marks],
        }

    def _fault(self, seat: FailedSeat) -> dict[str, Any]:
        if seat.player >= len(self._names) or seat.step > self.steps:
            raise Unfoldable(self.steps, f"player {seat.player} failed after {seat.step} steps")
        self._verdicts[seat.player] = VerdictRecord(verdict=seat.verdict, step=seat.step)
        return fault_mark(self._names, seat.player, seat.verdict, seat.step)
