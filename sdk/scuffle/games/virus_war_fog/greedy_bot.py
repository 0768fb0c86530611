"""greedy: looks one action ahead.

Of all legal actions it takes the one with the best ``score`` after it; between equals it draws.
Cells are (row, col) pairs in sets. Under fog, hidden cells belong to nobody.
"""

AROUND = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]


def get_action(state, api):
    me = state["player_idx"]
    position = read(state["board"])
    best, found = None, []
    for action in state["legal_actions"]:
        if action["action"] == "pass":
            continue
        value = score(after(position, action, me), me)
        if best is None or value > best:
            best, found = value, []
        if value == best:
            found.append(action)
    return api.random.choice(found)


def read(board):
    """The cells that hold each value: -1 free, 0 and 1 live, 2 and 3 zombies of player 0 and 1."""
    position = {value: set() for value in (-2, -1, 0, 1, 2, 3)}
    for row, values in enumerate(board):
        for col, value in enumerate(values):
            position[value].add((row, col))
    return position


def after(position, action, me):
    """The position after an action of mine, the old one left as it is."""
    cell = (action["params"]["row"], action["params"]["col"])
    new = dict(position)
    if action["action"] == "grow":
        new[-1] = position[-1] - {cell}
        new[me] = position[me] | {cell}
    else:
        new[1 - me] = position[1 - me] - {cell}
        new[2 + me] = position[2 + me] | {cell}
    return new


def score(position, me):
    """How I stand: what I may take, against what the enemy may take and what it has."""
    mine, theirs = available(position, me), available(position, 1 - me)
    return len(mine) - 2 * len(theirs) - 3 * len(position[1 - me])


def available(position, player):
    """The cells that a player may grow on or kill."""
    targets = position[-1] | position[1 - player]
    region = set(position[player])
    to_visit, seen = list(region), set()
    while to_visit:
        for cell in neighbours(to_visit.pop()):
            if cell in position[2 + player] and cell not in region:
                region.add(cell)
                to_visit.append(cell)
            elif cell in targets:
                seen.add(cell)
    return seen


def neighbours(cell):
    row, col = cell
    return [(row + r, col + c) for r, c in AROUND]
