"""A match as it is being played: a frame for each step, as the steps come in.

The site streams these; they are the very frames that ``scuffle.film`` makes of the replay later.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any

from scuffle.film import frame, player_of, start_frame, step_marks
from scuffle.jobs import StepRecord
from scuffle.refold import fold
from scuffle.registry import make


class LiveFilm:
    """Folds steps one by one, through the eyes of one player or of everybody.

    Attributes:
        start: frame 0.
        steps: how many steps were taken.
    """

    def __init__(
        self, game: str, settings: dict[str, Any], names: Sequence[str], perspective: str
    ) -> None:
        """The start of a match.

        Raises:
            ValueError: there is no such perspective.
        """
        self._id = game
        self._names = names
        self._player = player_of(len(names), perspective)
        self._game = make(game, settings)
        self._next: deque[StepRecord] = deque()
        # Asked for a step only when one was put there. The seed is a secret, so that any result
        # of chance is possible.
        steps = iter(self._next.popleft, None)
        self._states = fold(self._game, len(names), "", steps)
        self._view = self._game.view(next(self._states), self._player)
        self.start = start_frame(self._view)
        self.steps = 0

    def take(self, step: StepRecord) -> dict[str, Any]:
        """What a step makes of the match: its ``frame``, what was ``taken``, and its ``marks``.

        Only the frame is cut to the perspective; the others tell everything, as a film does.

        Raises:
            scuffle.refold.Unfoldable: the rules do not allow it; no further one may be taken.
        """
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
            "marks": list(marks),
        }
