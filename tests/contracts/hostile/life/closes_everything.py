# expect: crash
# sentence: The bot exited with code 1 while an action was awaited. It wrote nothing to stderr.
"""Closes every descriptor that it has."""

import os


def get_action(state, api):
    os.closerange(0, 64)
    return state["legal_actions"][-1]
