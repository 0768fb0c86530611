"""The Virus War games as numbers, for learning: planes of cells, and a number for each action.

Standard library only, so that a trained bot can use the very same numbers in its cage. Settings are
the dict that a match is told (``api.settings``); boards are not turned, whoever's view it is.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scuffle.contract import Action, View

PLANES = ("mine", "theirs", "my zombies", "their zombies", "free", "hidden", "actions left")
"""What each plane holds: 1 where a cell is so; the last everywhere the share left of a turn."""


def actions(settings: "dict[str, Any]", num_players: int) -> "list[Action]":
    """Every action of a seat: ``pass`` where it may be, each ``grow``, each ``kill``; row by row.

    Action number ``i`` is entry ``i``; the order depends on the settings alone.
    """
    size = range(settings["size"])
    cells = [
        {"action": word, "params": {"row": row, "col": col}}
        for word in ("grow", "kill")
        for row in size
        for col in size
    ]
    return [{"action": "pass", "params": {}}, *cells] if settings["can_pass"] else cells


def shape(settings: "dict[str, Any]", num_players: int) -> tuple[int, ...]:
    """The shape of an observation: planes, rows, columns."""
    return (len(PLANES), settings["size"], settings["size"])


def observe(view: "View", settings: "dict[str, Any]") -> list[list[list[float]]]:
    """What a view shows as ``observation[plane][row][col]``, numbers from 0 to 1."""
    me = view["player_idx"] or 0
    board: list[list[int]] = view["board"]
    values = (me, 1 - me, 2 + me, 3 - me, -1, -2)
    planes = [[[float(cell == value) for cell in row] for row in board] for value in values]
    left = view["actions_left"] / settings["actions_per_turn"]
    return [*planes, [[left] * len(row) for row in board]]
