# expect: ok
"""Reads the stdin that belongs to the shim."""

import sys


def get_action(state, api):
    api.data["found"] = sys.stdin.read()
    return state["legal_actions"][-1]
