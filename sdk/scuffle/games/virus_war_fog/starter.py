"""The starter bot: kills when it can, and otherwise grows where it uncovers most of the dark."""

HIDDEN = -2


def get_action(state, api):
    """Called each time it is your bot's turn: once for each action, for each may show you more."""
    kills = [action for action in state["legal_actions"] if action["action"] == "kill"]
    grows = [action for action in state["legal_actions"] if action["action"] == "grow"]
    dark = sum(row.count(HIDDEN) for row in state["board"])
    api.log(f"turn {state['turn']}: {len(kills)} kills, {dark} cells in the dark")
    if kills:
        return api.random.choice(kills)
    most = max(uncovers(action["params"], state["board"]) for action in grows)
    return api.random.choice(
        [action for action in grows if uncovers(action["params"], state["board"]) == most]
    )


def uncovers(cell, board):
    """How many hidden cells lie round a cell: you see your own viruses and what is beside them."""
    rows = board[max(0, cell["row"] - 1) : cell["row"] + 2]
    return sum(row[max(0, cell["col"] - 1) : cell["col"] + 2].count(HIDDEN) for row in rows)
