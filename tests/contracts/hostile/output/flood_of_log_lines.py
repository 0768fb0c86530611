# expect: ok
# says: characters cut
"""Logs too much, which never loses a game."""


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        for _ in range(2_000):
            print("x" * 999)
    return state["legal_actions"][0]
