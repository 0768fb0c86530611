"""A board: what the person at it sees, shown in Redis, and what they send back."""

import time
from typing import Any

from pydantic import ValidationError
from redis import Redis
from redis.exceptions import RedisError

from scuffle.contract import Action, View
from scuffle.hand import (
    ENDS_AFTER_S,
    HERE,
    KEPT_S,
    LEFT,
    HandJob,
    Move,
    Position,
    answers_key,
    bell_key,
    board_key,
)
from scuffle.jobs import StepRecord
from scuffle.registry import make, text_renderer
from scuffle.seat import HostFault

WAIT_S = 1
"""How long a wait for the bell lasts; whatever was missed is seen then."""


class Board:
    """One match from its person's seat, and the only way to that person."""

    def __init__(self, connection: Redis, job: HandJob) -> None:
        self._connection = connection
        self._match = job.match_id
        self._game = make(job.game, job.settings)
        self._person = job.person
        self._state = self._game.setup(job.num_players)
        self._steps, self._given = 0, len(job.given)
        self._told: list[str] = []
        self._moved = False
        self._last: Position | None = None

    def note(self, step: StepRecord) -> None:
        """A step was taken: show what the person may see of it.

        Raises:
            HostFault: the queue is away.
        """
        before = self._view()
        self._state = self._game.apply(self._state, step.player, step.action)
        self._steps += 1
        if self._steps <= self._given:
            return
        if step.player == self._person:
            self._moved = True
        else:
            if self._moved:
                self._told, self._moved = [], False
            say = text_renderer(self._game.id).sentence
            self._told.append(say(step.player, step.action, before, self._view()))
        self._show(self._position())

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return self._steps

    def ask(self, request: int, legal: list[Action], note: str = "") -> None:
        """Show that the person is to move, and for how long.

        Raises:
            HostFault: the queue is away.
        """
        ends = time.time() + ENDS_AFTER_S
        self._show(self._position(request=request, legal=tuple(legal), note=note, ends=ends))

    def end(self, outcome: dict[str, Any] | None) -> None:
        """Show that the match is over; a queue that is away learns it from the match's row."""
        try:
            self._show(self._position(outcome=outcome, over=True))
        except HostFault:
            return

    def wait(self, request: int) -> Move | None:
        """The person's move at ``request``, if it comes within a second or is there already.

        Raises:
            HostFault: the queue is away.
        """
        try:
            self._connection.blpop([bell_key(self._match)], timeout=WAIT_S)
            if not self._connection.exists(board_key(self._match)) and self._last:
                # The queue was emptied, and the person's page with it.
                self._show(self._last)
            found = self._connection.hget(answers_key(self._match), str(request))
        except RedisError as error:
            raise _away(error) from None
        try:
            return None if found is None else Move.model_validate_json(found)
        except ValidationError:
            return None

    def refuse(self, request: int) -> None:
        """Forget an answer that cannot be played, so that another may come.

        Raises:
            HostFault: the queue is away.
        """
        try:
            self._connection.hdel(answers_key(self._match), str(request))
        except RedisError as error:
            raise _away(error) from None

    def has_left(self) -> bool:
        """Whether the person gave up.

        Raises:
            HostFault: the queue is away.
        """
        return self._sent(LEFT) is not None

    def seen(self) -> float:
        """When the person last said to be there, POSIX seconds; 0 if never.

        Raises:
            HostFault: the queue is away.
        """
        found = self._sent(HERE)
        try:
            return min(float(found or 0), time.time())
        except ValueError:
            return 0.0

    def stays(self, ends: float) -> None:
        """Show that the person has until ``ends``.

        Raises:
            HostFault: the queue is away.
        """
        if self._last is not None:
            self._show(self._last.model_copy(update={"ends": ends}))

    def _sent(self, field: str) -> str | None:
        try:
            found = self._connection.hget(answers_key(self._match), field)
        except RedisError as error:
            raise _away(error) from None
        return found.decode(errors="replace") if isinstance(found, bytes) else None

    def _view(self) -> View:
        return self._game.view(self._state, self._person)

    def _position(self, **changes: Any) -> Position:
        shown = {"request": 0, "legal": (), **changes}
        return Position(step=self._steps, view=self._view(), told=tuple(self._told), **shown)

    def _show(self, position: Position) -> None:
        self._last = position
        key = board_key(self._match)
        try:
            with self._connection.pipeline() as pipe:
                pipe.xadd(
                    key, {"position": position.model_dump_json()}, maxlen=1, approximate=False
                )
                pipe.expire(key, KEPT_S)
                pipe.execute()
        except RedisError as error:
            raise _away(error) from None


def _away(error: RedisError) -> HostFault:
    return HostFault(f"the queue, through which the person plays, was away ({error})")
