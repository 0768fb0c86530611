"""The rules that the Virus War games share, on integer bitboards.

Reach is kept up to date instead of being searched anew. Two facts make that cheap: growing never
changes what is available to the opponent (a free cell of theirs becomes a target), and a kill
takes exactly one cell out of the opponent's region unless zombies hung on it.
"""

from collections.abc import Sequence

from scuffle.contract import CHANCE, Action, Game, Outcome, View
from scuffle.games.virus_war_family.board import Board
from scuffle.games.virus_war_family.state import Side, State

PASS: Action = {"action": "pass", "params": {}}

DOUBLE_PASS = Outcome((1, 1), (0.5, 0.5), "double-pass")
_WON = {
    (winner, reason): Outcome((1 + winner, 2 - winner), (1.0 - winner, 0.0 + winner), reason)
    for winner in (0, 1)
    for reason in ("destroyed", "shut-in", "stuck")
}


class VirusWarGame(Game[State]):
    """The Virus War family. ``settings`` needs the fields of ``VirusWarSettings``, no more."""

    players = (2,)

    def __init__(self, settings: object) -> None:
        super().__init__(settings)
        self.board = Board(self.settings.size, self.settings.size)
        edges = (self.board.column(0), self.board.column(self.board.cols - 1))
        self._edges = edges if self.settings.opening == "edges" else None
        self._opening_end = 2 * self.settings.opening_turns
        self._foggy = self.settings.vision == "adjacent"

    def setup(self, num_players: int) -> State:
        """An empty board, or one mark for each player in its corner or on its start cell.

        Raises:
            ValueError: ``num_players`` is not 2.
        """
        if num_players != 2:
            raise ValueError(f"{self.name} is for 2 players, found {num_players}.")
        left = self.settings.first_turn_actions or self.settings.actions_per_turn
        live = [0, 0] if self._edges else [self.board.cell(*cell) for cell in self._start_cells()]
        return State(1, left, self._side(live[0], 0, 0, 0), self._side(live[1], 0, 0, 1))

    def _start_cells(self) -> Sequence[tuple[int, int]]:
        last = self.settings.size - 1
        return self.settings.start_cells or ((0, 0), (last, last))

    def _side(self, live: int, zombies: int, enemy_zombies: int, player: int | None) -> Side:
        """A side from its marks alone; ``player`` where its first mark may be still to come."""
        blocked = live | zombies | enemy_zombies
        if not live and player is not None and self._edges:
            return Side(0, 0, 0, self._edges[player] & ~blocked)
        region = self.board.flood(live, zombies)
        return Side(live, zombies, region, self.board.spread(region) & ~blocked)

    def to_act(self, state: State) -> int | None:
        """The mover; chance in an opening turn, as long as the mover has a free cell to take."""
        if state.end:
            return None
        if state.turn <= self._opening_end and state.mover.reach & ~state.waiter.live:
            return CHANCE
        return state.player

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """``pass`` first, then every ``grow``, then every ``kill``; cells row by row.

        Chance draws among the ``grow`` entries alone.
        """
        if player != self.to_act(state):
            return []
        mover, enemies = state.mover, state.waiter.live
        if player == CHANCE:
            return self.board.actions(mover.reach & ~enemies, 0)
        cells = self.board.actions(mover.reach & ~enemies, mover.reach & enemies)
        return [PASS, *cells] if self._may_pass(state) else cells

    def _may_pass(self, state: State) -> bool:
        """Only a whole turn can be passed, and only by who has a first mark.

        The second keeps edges apart: nobody can cross the board before the other has started.
        """
        return bool(self.settings.can_pass and state.mover.region and not state.played)

    def apply(self, state: State, player: int, action: Action) -> State:
        """One action of the mover, or chance's for it, and all that follows from it."""
        word = action["action"]
        if word == "pass":
            return self._passed(state, action)
        params = action["params"]
        index = params["row"] * self.board.width + params["col"]
        mover, waiter = state.mover, state.waiter
        if word == "kill":
            mover, waiter = self._killed(mover, waiter, index)
        else:
            mover = self._grown(mover, waiter, index)
        return self._judged(state, mover, waiter, action)

    def _grown(self, mover: Side, waiter: Side, index: int) -> Side:
        live, zombies, region, reach = mover
        cell, near = self.board.bits[index], self.board.near[index]
        live |= cell
        if not region:
            reach = 0  # the first mark: from here on the edge counts no more than other cells
        region |= cell
        woken = near & zombies & ~region
        if woken:
            return self._side(live, zombies, waiter.zombies, None)
        return Side(live, zombies, region, (reach | near) & ~(live | zombies | waiter.zombies))

    def _killed(self, mover: Side, waiter: Side, index: int) -> tuple[Side, Side]:
        live, zombies, region, reach = mover
        cell, near = self.board.bits[index], self.board.near[index]
        woken = near & zombies & ~region
        zombies |= cell
        region |= cell
        enemy_live = waiter.live & ~cell
        if woken:
            mover = self._side(live, zombies, waiter.zombies, None)
        else:
            reach = (reach | near) & ~(live | zombies | waiter.zombies)
            mover = Side(live, zombies, region, reach)
        if near & waiter.zombies:
            return mover, self._side(enemy_live, waiter.zombies, zombies, None)
        left = waiter.region & ~cell
        blocked = enemy_live | waiter.zombies | zombies
        reach = self.board.spread(left) & ~blocked
        return mover, Side(enemy_live, waiter.zombies, left, reach)

    def _judged(self, state: State, mover: Side, waiter: Side, action: Action) -> State:
        """The state after the mover's action: won, lost, the next action or the next turn."""
        turn, left, played = state.turn, state.left - 1, (*state.played, action)
        end = None
        if not waiter.reach:
            end = _WON[state.player, "shut-in" if waiter.live else "destroyed"]
        elif left and not mover.reach:
            end = _WON[1 - state.player, "stuck"]
        if left or end:
            return State(turn, left, mover, waiter, 0, played, state.before, end)
        return State(turn + 1, self.settings.actions_per_turn, waiter, mover, 0, (), played)

    def _passed(self, state: State, action: Action) -> State:
        """The state after a whole turn was passed."""
        mover, waiter, passes = state.mover, state.waiter, state.passes + 1
        if passes == 2:
            return State(state.turn, 0, mover, waiter, passes, (action,), state.before, DOUBLE_PASS)
        # The next to move may have shut itself in with its own last action.
        end = None if waiter.reach else _WON[state.player, "stuck"]
        left = self.settings.actions_per_turn
        return State(state.turn + 1, left, waiter, mover, passes, (), (action,), end)

    def outcome(self, state: State) -> Outcome | None:
        """Places and the reason: ``destroyed``, ``shut-in``, ``stuck`` or ``double-pass``."""
        return state.end

    def view(self, state: State, player: int | None) -> View:
        """The board as ``player`` sees it; see ``VirusWarView`` for every field."""
        asked = self.to_act(state)
        view: View = {
            "player_turn_idx": -1 if asked is None else asked,
            "player_idx": player,
            "turn": state.turn,
            "actions_left": 0 if state.end else state.left,
            "rows": self.board.rows,
            "cols": self.board.cols,
            "board": self._seen_board(state, player),
        }
        if not self._foggy:
            view["last_turn"] = [_copied(action) for action in _last_turn(state, player)]
        return view

    def _seen_board(self, state: State, player: int | None) -> list[list[int]]:
        sides = state.sides
        hidden = 0
        if self._foggy and player is not None:
            hidden = self.board.full & ~self._seen(sides[player])
        live, zombies = zip(*(side[:2] for side in sides), strict=True)
        return self.board.values(live, zombies, hidden)

    def _seen(self, side: Side) -> int:
        """The cells that a side sees under fog: its own and their neighbours.

        Before its first mark it sees the edge on which it may start.
        """
        if side.reach and not side.region:
            return side.reach
        return self.board.spread(side.live | side.zombies)

    def state_of(self, view: View) -> State:
        """The state that an open game's view shows to the player who is to act.

        What the view does not tell, the mover's own actions of this turn, is filled in with as
        many passes, so that the rest of the turn is judged as it would be.
        """
        board, turn = view["board"], view["turn"]
        live = [self.board.sets(board, value) for value in (0, 1)]
        zombies = [self.board.sets(board, value) for value in (2, 3)]
        sides = [self._side(live[p], zombies[p], zombies[1 - p], p) for p in (0, 1)]
        whole = self.settings.actions_per_turn
        if turn == 1:
            whole = self.settings.first_turn_actions or whole
        before = tuple(view["last_turn"])
        played = (PASS,) * (whole - view["actions_left"])
        passes = int(before == (PASS,) and not played)
        mover = turn - 1 & 1
        return State(
            turn, view["actions_left"], sides[mover], sides[1 - mover], passes, played, before
        )


def _last_turn(state: State, player: int | None) -> Sequence[Action]:
    """The opponent's last or running turn; for a spectator what was played last."""
    if player is None:
        return state.played or state.before
    return state.before if player == state.player else state.played


def _copied(action: Action) -> Action:
    return {"action": action["action"], "params": dict(action["params"])}
