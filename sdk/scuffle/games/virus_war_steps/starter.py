"""The starter bot: begins in the middle of its edge, kills when it can, and else comes closer."""


def get_action(state, api):
    """Called each time it is your bot's turn: five times a turn, once for each step."""
    kills = [action for action in state["legal_actions"] if action["action"] == "kill"]
    grows = [action for action in state["legal_actions"] if action["action"] == "grow"]
    api.log(f"turn {state['turn']}: {state['actions_left']} steps left, {len(kills)} kills")
    if kills:
        return api.random.choice(kills)
    enemies = cells_of(1 - state["player_idx"], state["board"])
    middle = (state["rows"] // 2, state["cols"] // 2)
    return min(grows, key=lambda action: distance(action["params"], enemies or [middle]))


def cells_of(value, board):
    """Every (row, col) that holds a value: 0 and 1 are live marks, -1 is free."""
    return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell == value]


def distance(cell, others):
    """How far it is from a cell to the nearest of the others, as the crow flies, squared."""
    return min((cell["row"] - r) ** 2 + (cell["col"] - c) ** 2 for r, c in others)
