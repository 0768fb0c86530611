# expect: ok
# says: nothing from before
# matches: 2
"""Leaves word for its next match wherever something can be written."""

import os

PLACES = ["/tmp", "/var/tmp", "/dev/shm", "/dev", "/run", "/var/lock", "/bot", "/sdk", "/", "/home"]


def setup(api):
    written = []
    for place in PLACES:
        path = f"{place}/word-for-later"
        if os.path.exists(path):
            print(f"HARM: found {path}")
        try:
            with open(path, "w") as file:
                file.write("hello")
            written.append(path)
        except OSError:
            continue
    print("nothing from before; written:", written)


def get_action(state, api):
    return state["legal_actions"][0]
