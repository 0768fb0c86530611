# expect: timeout
# says: ms of wall-clock time while an action was awaited
# limits: match_wall_ms=400
"""Sleeps on every turn, each time less than a request may wait."""

import time


def get_action(state, api):
    time.sleep(0.15)
    return state["legal_actions"][0]
