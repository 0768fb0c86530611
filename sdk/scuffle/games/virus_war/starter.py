"""The starter bot: kills when it can, and otherwise grows towards the enemy."""


def get_action(state, api):
    """Called three times a turn, once for each action."""
    legal = state["legal_actions"]
    kills = [action for action in legal if action["action"] == "kill"]
    grows = [action for action in legal if action["action"] == "grow"]
    api.log(f"turn {state['turn']}: {len(kills)} kills, {len(grows)} cells to grow on")
    if kills:
        return api.random.choice(kills)
    enemies = cells_of(1 - state["player_idx"], state["board"])
    return min(grows, key=lambda action: distance(action["params"], enemies))


def cells_of(value, board):
    """Every (row, col) that holds a value: 0 and 1 are live marks, -1 is free."""
    rows = range(len(board))
    return [(r, c) for r in rows for c in rows if board[r][c] == value]


def distance(cell, others):
    """Steps from a cell to the nearest of the others; diagonal ones count one."""
    return min(max(abs(cell["row"] - r), abs(cell["col"] - c)) for r, c in others)
