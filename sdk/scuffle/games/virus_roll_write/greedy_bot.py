"""greedy: takes what pays most at once.

+1 for a box, +1 for a choice won, 3 for a wildcard won or spent, +5 for a cure, minus what is
contaminated. Ties are broken at random.
"""


def get_action(state, api):
    worth = [(value_of(state, action), action) for action in state["legal_actions"]]
    best = max(value for value, _ in worth)
    return api.random.choice([action for value, action in worth if value == best])


def value_of(state, action):
    params = action["params"]
    if action["action"] == "cross":
        return box_value(state, params["disease"], params["box"])
    spent = 3 if params["value"] != params["die"] else 0
    return placing_value(state, params) - spent


def placing_value(state, params):
    if params["target"] == "contaminated":
        return -params["value"]
    if params["target"] == "trial":
        lying = state["cards"]["trial"][params["disease"]]
        return box_value(state, params["disease"], params["value"] + sum(d["value"] for d in lying))
    box = lab_box(state, params)
    if box is None:
        return 0
    return 2 if box % 2 == 0 else 4


def lab_box(state, params):
    """The laboratory box that this die completes, or None if it would lie alone."""
    card = next(c for c in state["cards"]["lab"] if c["card"] == params["card"])
    value = params["value"]
    if len(card["slots"]) == 1:
        return {"A": value + 1, "B": value * 2, "C": value + 2, "D": value * 2}[card["card"][0]]
    lying = [die["value"] for die in card["slots"] if die]
    return value + lying[0] if lying else None


def box_value(state, disease, box):
    sheet = state["sheets"][state["player_idx"]]
    crossed = set(sheet["boxes"][disease]) | {box}
    claimed = any(disease in other["cures"] for other in state["sheets"])
    cure = 5 if len(crossed) == 12 and not claimed else 0
    return 1 + lines(crossed, box) + cure


def lines(crossed, box):
    """How many lines (rows of four, columns of three) through the box are now complete."""
    row, column = divmod(box - 1, 4)
    whole_row = all(4 * row + c + 1 in crossed for c in range(4))
    whole_column = all(4 * r + column + 1 in crossed for r in range(3))
    return whole_row + whole_column
