# expect: crash
# says: killed by SIGALRM
# opponent: slow
# limits: request_wall_ms=2000 bank_ms=2000
"""Winds up an alarm that kills it while it is frozen, in the opponent's turn."""

import signal


def get_action(state, api):
    if not api.data:
        api.data["wound"] = True
        print("wound up")
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 0.06)
    return state["legal_actions"][0]
