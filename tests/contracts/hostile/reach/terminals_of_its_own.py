# expect: ok
# says: opened \d+ terminals
"""Opens terminals: the host has some thousands for everybody."""

import os

MANY = 40


def setup(api):
    opened = []
    try:
        while len(opened) < MANY:
            opened += [os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)]
        print("HARM: there is no end of them")
    except OSError as error:
        print("refused:", error)
    print(f"opened {len(opened)} terminals")


def get_action(state, api):
    return state["legal_actions"][0]
