"""random: any placement; contaminates and spends wildcards only when it must."""


def get_action(state, api):
    legal = state["legal_actions"]
    harmless = [action for action in legal if changes_nothing(action) and not contaminates(action)]
    clean = [action for action in legal if not contaminates(action)]
    unchanged = [action for action in legal if changes_nothing(action)]
    return api.random.choice(harmless or clean or unchanged)


def contaminates(action):
    return action["params"].get("target") == "contaminated"


def changes_nothing(action):
    return action["params"].get("value") == action["params"].get("die")
