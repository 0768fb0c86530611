"""An action looked ahead under fog: what its player would still know."""

from typing import TYPE_CHECKING, Any

from scuffle.contract import Action, Outcome

if TYPE_CHECKING:
    from scuffle.games.virus_war_family.kit import VirusWarView

HIDDEN = -2


def wire_after(
    view: "VirusWarView", action: Action
) -> tuple[dict[str, Any], frozenset[tuple[int, int]], Outcome | None]:
    """The state after an action of the view's own player, the cells it reveals, a sure end.

    The only end that is sure is being ``stuck`` after growing: no cell that could be available is
    hidden then, and only a kill can take the opponent's last one.
    """
    if action["action"] == "pass":
        return _next_turn(view, view.board), frozenset(), None
    board, revealed = _board_after(view, action)
    unknown = revealed | view.unknown
    if view.actions_left == 1:
        return _next_turn(view, board), unknown, None
    wire = {**view.wire, "board": board, "actions_left": view.actions_left - 1}
    here = type(view)(wire, view.settings)
    wire["legal_actions"] = _actions(here)
    if wire["legal_actions"] or unknown or action["action"] == "kill":
        return wire, unknown, None
    wire |= {"player_turn_idx": -1, "actions_left": 0}
    places = (2, 1) if view.me == 0 else (1, 2)
    return wire, unknown, Outcome(places, (places[1] - 1.0, places[0] - 1.0), "stuck")


def _board_after(
    view: "VirusWarView", action: Action
) -> tuple[list[list[int]], frozenset[tuple[int, int]]]:
    row, col = action["params"]["row"], action["params"]["col"]
    board = [line[:] for line in view.board]
    board[row][col] = view.me if action["action"] == "grow" else 2 + view.me
    near = view.around((row, col))
    return board, frozenset(cell for cell in near if board[cell[0]][cell[1]] == HIDDEN)


def _next_turn(view: "VirusWarView", board: list[list[int]]) -> dict[str, Any]:
    return {
        **view.wire,
        "board": board,
        "turn": view.turn + 1,
        "player_turn_idx": 1 - view.me,
        "actions_left": view.settings["actions_per_turn"],
        "legal_actions": [],
    }


def _actions(view: "VirusWarView") -> list[Action]:
    """What is surely available, in the order of ``legal_actions``."""
    cells = sorted(view.available())
    enemies = view.cells(1 - view.me)
    return [
        {"action": word, "params": {"row": row, "col": col}}
        for word, wanted in (("grow", False), ("kill", True))
        for row, col in cells
        if ((row, col) in enemies) == wanted
    ]
