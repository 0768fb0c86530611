# expect: ok
# says: characters cut
"""Logs a line that seems to have no end."""

import os


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        for _ in range(100):
            os.write(2, b"x" * 65_536)
    return state["legal_actions"][0]
