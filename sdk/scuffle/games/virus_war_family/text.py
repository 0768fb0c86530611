"""Draws a view in a terminal and says in a sentence what an action changed."""

from scuffle.contract import Action, View
from scuffle.games.virus_war_family.notation import cell_name

_SIGNS = {-2: "░", -1: "·", 0: "X", 1: "O", 2: "●", 3: "⊗"}
_LEGEND = "X, O live marks   ● nought killed by X   ⊗ cross killed by O"

Cells = set[tuple[int, int]]


def render(view: View) -> str:
    """The board with coordinates, the player to act and what the signs mean."""
    lines = ["    " + " ".join(chr(ord("a") + col) for col in range(view["cols"]))]
    for row, values in enumerate(view["board"], start=1):
        lines.append(f"{row:>3} " + " ".join(_SIGNS[value] for value in values))
    hidden = any(-2 in row for row in view["board"])
    return "\n".join([_heading(view), *lines, _LEGEND + ("   ░ hidden" if hidden else "")])


def _heading(view: View) -> str:
    player = view["player_turn_idx"]
    if view["actions_left"] == 0:
        return f"Turn {view['turn']}: the game is over"
    left = view["actions_left"]
    actions = f"{left} action{'s' if left > 1 else ''} left"
    if player < 0:
        return f"Turn {view['turn']}: opening, played by chance, {actions}"
    return f"Turn {view['turn']}: player {player} ({_SIGNS[player]}), {actions}"


def sentence(player: int, action: Action, before: View, after: View) -> str:
    """What an action did, as far as both views (of the same player) tell it.

    Args:
        player: who acted, -1 for chance.
        action: the action.
        before: the view before it.
        after: the view after it.
    """
    side = before["turn"] - 1 & 1
    actor = f"Chance, for player {side}," if player < 0 else f"Player {player}"
    if not _tells(side, action, before, after):
        return f"{actor} acts out of sight."
    if action["action"] == "pass":
        return f"{actor} passes the turn."
    row, col = action["params"]["row"], action["params"]["col"]
    name = cell_name(row, col)
    if action["action"] == "grow":
        return f"{actor} grows on {name}{_woken(side, before, after)}."
    return f"{actor} kills {name}{_cut_off(1 - side, before, after)}{_woken(side, before, after)}."


def label(action: Action) -> str:
    """An action in a word, for the list of moves: the cell, or ``pass``."""
    params = action["params"]
    return cell_name(params["row"], params["col"]) if params else str(action["action"])


def marks(player: int, action: Action, after: View) -> list[tuple[str, str]]:
    """What of an action is worth a mark on the timeline, as ``(kind, text)``: kills."""
    del after
    killed = action["action"] == "kill"
    return [("kill", f"Player {player} kills {label(action)}")] if killed else []


def _tells(side: int, action: Action, before: View, after: View) -> bool:
    """Whether the views themselves show the action."""
    if before["player_idx"] in (None, side) or "last_turn" in before:
        return True
    if action["action"] == "pass":
        return False
    row, col = action["params"]["row"], action["params"]["col"]
    return {_value(before, (row, col)), _value(after, (row, col))} != {-2}


def _cut_off(victim: int, before: View, after: View) -> str:
    lost = len(_connected(victim, before) - _connected(victim, after))
    if not lost:
        return ""
    return f", cutting off {_zombies(lost)} of player {victim}"


def _woken(side: int, before: View, after: View) -> str:
    new = _connected(side, after) - _connected(side, before)
    old = {cell for cell in new if _value(before, cell) == 2 + side}
    return f", connecting {_zombies(len(old))}" if old else ""


def _zombies(count: int) -> str:
    return "1 zombie" if count == 1 else f"{count} zombies"


def _connected(player: int, view: View) -> Cells:
    """The zombies of a player that are connected to a live mark of it, as far as is seen."""
    cells = [(r, c) for r in range(view["rows"]) for c in range(view["cols"])]
    todo = [cell for cell in cells if _value(view, cell) == player]
    zombies = {cell for cell in cells if _value(view, cell) == 2 + player}
    connected: Cells = set()
    while todo:
        row, col = todo.pop()
        near = {c for c in zombies if abs(c[0] - row) <= 1 and abs(c[1] - col) <= 1}
        zombies -= near
        connected |= near
        todo += near
    return connected


def _value(view: View, cell: tuple[int, int]) -> int:
    value: int = view["board"][cell[0]][cell[1]]
    return value
