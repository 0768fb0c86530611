# expect: ok
# says: looked at [0-9]+ places
# seats: both
"""Looks for the opponent's program beside its own."""

import os

PLACES = ["/", "/bot/..", "/var/lib/scuffle", "/var/lib/docker", "/proc/1/root", "/proc/1/cwd"]
KNOWN = {"bot", "sdk", "lib-numpy", "python"}


def setup(api):
    seen = 0
    for place in PLACES:
        try:
            names = os.listdir(place)
        except OSError:
            continue
        seen += 1
        for name in names:
            folder = f"{place}/{name}"
            if os.path.isfile(f"{folder}/canaries.json") and name not in KNOWN:
                print(f"HARM: found a program in {folder}")
    print(f"looked at {seen} places")


def get_action(state, api):
    return state["legal_actions"][0]
