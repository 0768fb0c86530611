"""The starter bot: kills when it can, and otherwise uncovers most of the dark."""

HIDDEN = -2


def get_action(state, api):
    """Called once for each action, since each may show you more."""
    legal = state["legal_actions"]
    kills = [action for action in legal if action["action"] == "kill"]
    grows = [action for action in legal if action["action"] == "grow"]
    dark = sum(row.count(HIDDEN) for row in state["board"])
    api.log(f"turn {state['turn']}: {len(kills)} kills, {dark} cells in the dark")
    if kills:
        return api.random.choice(kills)
    found = [uncovers(action["params"], state["board"]) for action in grows]
    best = [number for number, count in enumerate(found) if count == max(found)]
    return grows[api.random.choice(best)]


def uncovers(cell, board):
    """How many hidden cells lie round a cell, which a virus there would see."""
    row, col = cell["row"], cell["col"]
    near = [line[max(0, col - 1) : col + 2] for line in board[max(0, row - 1) : row + 2]]
    return sum(line.count(HIDDEN) for line in near)
