"""A person as a seat: asked by way of a board, never hurried, never charged."""

import time
from threading import Event

from scuffle.contract import Action, Verdict
from scuffle.hand import ENDS_AFTER_S, Move
from scuffle.moves import NoSuchMove, find_move
from scuffle.seat import Answer, BotFault, Budget, HostFault
from scuffle.wire import dump_line, parse_line
from scuffle_sandbox.hand_board import Board


class HandSeat:
    """Answers with what the person at ``board`` does."""

    def __init__(self, game_id: str, board: Board, stop: Event) -> None:
        """Sit down; ``stop`` is set when the process ends and nobody can be waited for."""
        self._game_id = game_id
        self._board = board
        self._stop = stop
        self._plan: tuple[str, ...] = ()
        self._planned_at = 0

    def ask(self, line: bytes, budget: Budget) -> Answer:
        """The person's move; the budget is for programs.

        Raises:
            BotFault: ``left``: they gave up, or were away for ten minutes.
            HostFault: the queue is away, or this process ends.
        """
        message = parse_line(line)
        if message["type"] == "start":
            return Answer(b'{"type":"ready"}', 0, 0)
        legal, request = message["state"]["legal_actions"], message["request"]
        action, note = self._planned(legal)
        if action is None:
            move = self._wait(request, legal, note)
            action, self._plan = move.action, move.then
        self._planned_at = self._board.steps + 1
        return Answer(dump_line(action).rstrip(b"\n"), 0, 0)

    def end(self, line: bytes | None) -> str:
        """Show how it ended."""
        message = parse_line(line) if line else {}
        self._board.end(message.get("outcome"))
        return ""

    def _planned(self, legal: list[Action]) -> tuple[Action | None, str]:
        """The next move of a typed line, or why it is not played on."""
        if not self._plan:
            return None, ""
        name, self._plan = self._plan[0], self._plan[1:]
        if self._board.steps != self._planned_at:
            self._plan = ()
            return None, f"The turn was over before {name!r}, so the rest was not played."
        try:
            return find_move(self._game_id, name, legal), ""
        except NoSuchMove as error:
            self._plan = ()
            return None, f"{error} The rest of the line was not played."

    def _wait(self, request: int, legal: list[Action], note: str) -> Move:
        self._board.ask(request, legal, note)
        since, seen = time.time(), 0.0
        while not self._stop.is_set():
            move = self._board.wait(request)
            if self._board.has_left():
                raise BotFault(Verdict.LEFT, "You gave up.")
            if move is not None and move.action in legal:
                return move
            if move is not None:
                self._board.refuse(request)
                self._board.ask(request, legal, "That cannot be played now.")
            seen = self._stays(seen)
            if time.time() - max(since, seen) > ENDS_AFTER_S:
                minutes = ENDS_AFTER_S // 60
                raise BotFault(Verdict.LEFT, f"You were away for {minutes} minutes.")
        raise HostFault("the process that plays boards was stopped")

    def _stays(self, known: float) -> float:
        """When the person last said to be there, told to their page if it is news."""
        seen = self._board.seen()
        if seen > known:
            self._board.stays(seen + ENDS_AFTER_S)
        return seen
