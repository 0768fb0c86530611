"""The starter bot: kills when it can, and otherwise comes closer to the enemy."""


def get_action(state, api):
    """Called five times a turn, once for each step."""
    legal = state["legal_actions"]
    kills = [action for action in legal if action["action"] == "kill"]
    grows = [action for action in legal if action["action"] == "grow"]
    api.log(f"turn {state['turn']}: {state['actions_left']} steps, {len(kills)} kills")
    if kills:
        return api.random.choice(kills)
    enemies = cells_of(1 - state["player_idx"], state["board"])
    # At first there is no enemy; the middle of the own edge is closest to the middle.
    goals = enemies or [(state["rows"] // 2, state["cols"] // 2)]
    return min(grows, key=lambda action: distance(action["params"], goals))


def cells_of(value, board):
    """Every (row, col) that holds a value: 0 and 1 are live marks, -1 is free."""
    rows = range(len(board))
    return [(r, c) for r in rows for c in rows if board[r][c] == value]


def distance(cell, others):
    """How far it is to the nearest of the others, as the crow flies, squared."""
    return min((cell["row"] - r) ** 2 + (cell["col"] - c) ** 2 for r, c in others)
