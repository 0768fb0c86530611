# expect: crash
# sentence: The bot exited with code 0 while an action was awaited. It wrote nothing to stderr.
"""Exits in the middle of a match, with code 0 and without a word."""

import os


def get_action(state, api):
    if state["legal_actions"][0]["action"] != "pass":
        os._exit(0)
    return state["legal_actions"][-1]
