# expect: timeout
# says: ms of CPU time while an action was awaited
# limits: request_wall_ms=2000
"""Computes a number so large that the interpreter does not come back to look at anything."""


def get_action(state, api):
    return {"action": str(7 ** (9**8))}
