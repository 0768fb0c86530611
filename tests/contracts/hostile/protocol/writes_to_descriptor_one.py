# expect: ok
"""Writes below Python to what was stdout."""

import os


def get_action(state, api):
    os.write(1, b"hello\n")
    return state["legal_actions"][-1]
