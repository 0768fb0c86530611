"""The typed view of the Virus War games: cells as ``(row, col)``, regions, a look ahead."""

from scuffle.views import GameView

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, Self

    from scuffle.contract import Action, Game
    from scuffle.games.virus_war_family import typed
    from scuffle.games.virus_war_family.state import State

    Cells = set[tuple[int, int]]

FREE, HIDDEN = -1, -2
"""Cell values besides 0 and 1 (live) and 2 and 3 (zombie of player 0 and 1)."""

_AROUND = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if row or col]

_near: "dict[tuple[int, int], dict[tuple[int, int], Cells]]" = {}
"""By rows and columns of a board, the neighbours of each cell; made once in a process."""


def _neighbours(rows: int, cols: int) -> "dict[tuple[int, int], Cells]":
    if (rows, cols) not in _near:
        cells = {(row, col) for row in range(rows) for col in range(cols)}
        _near[rows, cols] = {
            (row, col): {(row + r, col + c) for r, c in _AROUND} & cells for row, col in cells
        }
    return _near[rows, cols]


class VirusWarView(GameView):
    """A request of a Virus War game; the page State & Action says what each field means.

    Attributes:
        unknown: in a look ahead under fog the cells that the action brings into sight; what is on
            them is not known, so ``board`` still says hidden. Empty otherwise.
    """

    player_turn_idx: "Literal[-1, 0, 1]"
    player_idx: "Literal[0, 1] | None"
    turn: int
    actions_left: int
    rows: int
    cols: int
    board: list[list[int]]
    last_turn: "list[typed.Action] | None" = None
    unknown: "frozenset[tuple[int, int]]" = frozenset()
    _cells: "dict[int, set[tuple[int, int]]] | None" = None

    @property
    def me(self) -> int:
        """This bot's player; 0 for a spectator."""
        return self.player_idx or 0

    @property
    def grows(self) -> "list[Action]":
        """The entries of ``legal_actions`` that take a free cell."""
        return [action for action in self.legal_actions if action["action"] == "grow"]

    @property
    def kills(self) -> "list[Action]":
        """The entries of ``legal_actions`` that kill."""
        return [action for action in self.legal_actions if action["action"] == "kill"]

    def cells(self, *values: int) -> "Cells":
        """The cells that hold one of these values."""
        if self._cells is None:
            self._cells = {value: set() for value in range(HIDDEN, 4)}
            for row, line in enumerate(self.board):
                for col, value in enumerate(line):
                    self._cells[value].add((row, col))
        return set().union(*(self._cells[value] for value in values))

    def around(self, cell: tuple[int, int]) -> "Cells":
        """The up to eight neighbours of a cell."""
        return set(_neighbours(self.rows, self.cols)[cell])

    def region(self, player: int | None = None) -> "Cells":
        """A player's (this bot's) live marks and every zombie of it that is connected to one.

        Under fog, as far as this view shows it.
        """
        player = self.me if player is None else player
        near = _neighbours(self.rows, self.cols)
        zombies, region = self.cells(2 + player), self.cells(player)
        front = region
        while front and zombies:
            front = zombies & set().union(*(near[cell] for cell in front))
            zombies -= front
            region = region | front
        return region

    def available(self, player: int | None = None) -> "Cells":
        """The cells that a player (this bot) could grow on or kill, if it were asked.

        Before its first mark the free cells of its own edge. Under fog, as far as this view shows
        it: of one's own nothing is missing, of the opponent's most.
        """
        player = self.me if player is None else player
        region = self.region(player)
        if not region and self.settings["opening"] == "edges" and not self.cells(2 + player):
            edge = player * (self.cols - 1)
            return {cell for cell in self.cells(FREE) if cell[1] == edge}
        near = _neighbours(self.rows, self.cols)
        return set().union(*(near[cell] for cell in region)) & self.cells(FREE, 1 - player)

    def after(self, action: "Action") -> "Self":
        """What this player would see after an action of whoever is asked.

        In an open game that is exact, turn after turn. Under fog it goes to the end of one's own
        turn: what an action brings into sight is in ``unknown``, actions on those cells are missing
        in ``legal_actions``, and a win or the opponent's answer cannot be known.

        Raises:
            ValueError: the action is none of ``legal_actions``.
        """
        if self.settings["vision"] == "all":
            return super().after(action)
        from scuffle.games.virus_war_family.fog import wire_after

        self._check(action)
        wire, unknown, outcome = wire_after(self, action)
        shown = type(self)(wire, self.settings)
        shown.unknown, shown.outcome = unknown, outcome
        return shown

    def _make(self, settings: "dict[str, Any]") -> "Game[Any]":
        from types import SimpleNamespace

        from scuffle.games.virus_war_family.engine import VirusWarGame

        return VirusWarGame(SimpleNamespace(**settings))

    def _read(self, rules: "Game[Any]") -> "State":
        from scuffle.games.virus_war_family.engine import VirusWarGame

        assert isinstance(rules, VirusWarGame)
        return rules.state_of(self.wire)
