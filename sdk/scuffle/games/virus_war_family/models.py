"""What the Virus War games say on the wire: settings, actions, view."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, StrictInt, model_validator


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Cell(_Frozen):
    """One cell of the board."""

    row: StrictInt = Field(ge=0, lt=15, description="Row, 0 on top.", examples=[4])
    col: StrictInt = Field(ge=0, lt=15, description="Column, 0 on the left.", examples=[3])


class NoParams(_Frozen):
    """``pass`` takes none: an empty object."""


class Grow(_Frozen):
    """Put a live mark on a free available cell."""

    action: Literal["grow"] = Field(description="The action's name.")
    params: Cell = Field(description="The free cell.", examples=[{"row": 4, "col": 3}])


class Kill(_Frozen):
    """Turn an available enemy live mark into a zombie of yours."""

    action: Literal["kill"] = Field(description="The action's name.")
    params: Cell = Field(description="The enemy mark's cell.", examples=[{"row": 4, "col": 3}])


class Pass(_Frozen):
    """Pass a whole turn; legal only as its first action, and only where ``can_pass`` is set."""

    action: Literal["pass"] = Field(description="The action's name.")
    params: NoParams = Field(description="Empty.", examples=[{}])


VirusWarAction = Annotated[Grow | Kill | Pass, Field(discriminator="action")]

StartCell = tuple[NonNegativeInt, NonNegativeInt]


class VirusWarSettings(_Frozen):
    """What can be agreed on before a game. Each game has its own sizes and defaults."""

    size: int = Field(10, description="Rows and columns of the board.")
    actions_per_turn: int = Field(3, ge=1, le=5, description="Actions in a turn.")
    first_turn_actions: int | None = Field(
        None,
        ge=1,
        le=5,
        description="Actions in the game's very first turn; null for as many as in any other.",
    )
    opening: Literal["corners", "edges"] = Field(
        "corners",
        description="`corners`: each player starts with a mark in its corner. `edges`: the board"
        " is empty; a player's first mark goes on any free cell of its own edge, the first column"
        " for player 0 and the last for player 1.",
    )
    start_cells: tuple[StartCell, StartCell] | None = Field(
        None,
        description="Agreed start cells of player 0 and player 1 as [row, col], instead of the"
        " corners; null for the corners.",
        examples=[[[1, 1], [8, 8]]],
    )
    can_pass: bool = Field(
        False, description="Whether a whole turn may be passed; two in a row, one each, draw."
    )
    vision: Literal["all", "adjacent"] = Field(
        "all",
        description="`all`: everybody sees the board. `adjacent`: fog; a player sees its own"
        " viruses, live or zombie, and the cells beside them.",
    )
    opening_turns: int = Field(
        0,
        ge=0,
        le=3,
        description="How many first whole turns of each side chance plays: free available cells,"
        " each as likely as the others, never a kill.",
    )

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        first = self.first_turn_actions or self.actions_per_turn
        if first > self.actions_per_turn:
            raise ValueError(
                f"first_turn_actions is {first}, more than actions_per_turn, which is"
                f" {self.actions_per_turn}; give at most {self.actions_per_turn}."
            )
        if self.start_cells:
            self._check_start_cells(self.start_cells, first)
        return self

    def _check_start_cells(self, cells: tuple[StartCell, StartCell], first: int) -> None:
        if self.opening == "edges":
            raise ValueError(
                "start_cells is set together with opening 'edges', where the board starts empty;"
                " leave start_cells out, or set opening to 'corners'."
            )
        last = self.size - 1
        outside = [list(cell) for cell in cells if max(cell) > last]
        if outside:
            raise ValueError(
                f"start_cells names {outside[0]}, which is outside the board; with size"
                f" {self.size}, rows and columns run from 0 to {last}."
            )
        apart = max(abs(a - b) for a, b in zip(*cells, strict=True))
        if apart <= first:
            raise ValueError(
                f"start_cells are {apart} apart, so player 0 could win with its first {first}"
                f" actions; put them at least {first + 1} apart."
            )


CellValue = Annotated[StrictInt, Field(ge=-2, le=3)]

BOARD_EXAMPLE = [[0, 0, -1, -2], [-1, 2, 1, -2], [-1, -1, -1, -2], [-2, -2, -2, -2]]


class VirusWarView(_Frozen):
    """What a player may see; `legal_actions` is added when it is asked."""

    player_turn_idx: Literal[-1, 0, 1] = Field(
        description="The player who is asked; -1 while chance plays the opening turns and after"
        " the end.",
        examples=[0],
    )
    player_idx: Literal[0, 1] | None = Field(
        description="The player whose view this is; null for a spectator, who sees everything.",
        examples=[0],
    )
    turn: StrictInt = Field(
        ge=1,
        description="Number of the turn, from 1. Player 0 has the odd turns, player 1 the even.",
        examples=[5],
    )
    actions_left: StrictInt = Field(
        ge=0,
        le=5,
        description="Actions left in this turn, the next one included; 0 after the end.",
        examples=[3],
    )
    rows: StrictInt = Field(ge=1, le=15, description="Rows of the board.", examples=[10])
    cols: StrictInt = Field(ge=1, le=15, description="Columns of the board.", examples=[10])
    board: list[list[CellValue]] = Field(
        description="`board[row][col]`, row 0 on top: -1 free, 0 or 1 a live mark of that player,"
        " 2 or 3 a zombie owned by player 0 or 1 (an enemy mark it killed), -2 hidden by fog.",
        examples=[BOARD_EXAMPLE],
    )
    last_turn: list[VirusWarAction] | None = Field(
        None,
        description="The opponent's last turn, its actions in the order played; empty if there was"
        " none. For a spectator the actions played last. Absent under fog.",
        examples=[[{"action": "grow", "params": {"row": 8, "col": 8}}]],
    )
