# expect: timeout
# limits: bank_ms=250
# says: answers
"""Answers at once each time, and lets a thread compute from then on until it is frozen."""

import threading


def think():
    while True:
        pass


def setup(api):
    print("answers")
    for _ in range(8):
        threading.Thread(target=think, daemon=True).start()


def get_action(state, api):
    return state["legal_actions"][0]
