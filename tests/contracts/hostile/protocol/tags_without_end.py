# expect: ok
# says: a tag was dropped
"""More marks than a match keeps, and longer ones."""


def get_action(state, api):
    for _ in range(1000):
        api.tag("x" * 1000)
    return state["legal_actions"][-1]
