"""The starter bot: wastes no die, and works on what is nearest to its cure."""


def get_action(state, api):
    """Called each time you place a die, or choose a free box to cross off."""
    legal = state["legal_actions"]
    useful = [action for action in legal if not wasted(action) and not turned(action)]
    boxes = state["sheets"][state["player_idx"]]["boxes"]
    best = max(useful or legal, key=lambda action: progress(action, boxes))
    api.log(f"round {state['round']}: {len(useful)} of {len(legal)} waste nothing")
    return best


def wasted(action):
    """Whether a die would go to the contaminated samples, which cost its value."""
    return action["params"].get("target") == "contaminated"


def turned(action):
    """Whether a wildcard would be spent to place another face than the one rolled."""
    return action["params"].get("value") != action["params"].get("die")


def progress(action, boxes):
    """How many boxes of its disease are crossed off; -1 for the laboratory."""
    disease = action["params"].get("disease")
    return -1 if disease is None else len(boxes[disease])
