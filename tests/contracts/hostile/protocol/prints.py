# expect: ok
"""print in a function bot goes to the log."""

print("loading")


def get_action(state, api):
    print("thinking about", len(state["legal_actions"]), "actions")
    return state["legal_actions"][-1]
