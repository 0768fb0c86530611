"""Works for a tenth of a second on each of its first turns, then plays quickly."""

import time

TURNS = 2


def get_action(state, api):
    turn = api.data["turn"] = api.data.get("turn", 0) + 1
    if turn <= TURNS:
        until = time.process_time() + 0.1
        while time.process_time() < until:
            pass
    return state["legal_actions"][0]
