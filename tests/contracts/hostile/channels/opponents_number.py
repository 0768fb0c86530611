# expect: ok
# says: sees \[1, [0-9]+\]
# seats: both
"""Looks for the opponent's process by its number, and would stop it."""

import os
import signal


def setup(api):
    found = []
    for pid in range(1, 40_000):
        try:
            os.kill(pid, 0)
            found.append(pid)
        except OSError:
            continue
    print("sees", found)
    for pid in set(found) - {1, os.getpid()}:
        print(f"HARM: stops {pid}")
        os.kill(pid, signal.SIGSTOP)


def get_action(state, api):
    return state["legal_actions"][0]
