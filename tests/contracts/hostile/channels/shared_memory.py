# expect: ok
# says: alone
# seats: both
"""Looks for the opponent in shared memory that has a name."""

import os
import time

NAME = "/dev/shm/meeting-place"


def setup(api):
    try:
        fd = os.open(NAME, os.O_CREAT | os.O_EXCL | os.O_RDWR)
        os.write(fd, b"here I am")
    except FileExistsError:
        print("HARM: somebody was here before")
    except OSError as error:
        print("refused:", error.strerror)
    print("alone at first")


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        time.sleep(0.05)
        found = os.listdir("/dev/shm") if os.path.isdir("/dev/shm") else []
        if set(found) - {"meeting-place"}:
            print("HARM: found", found)
    return state["legal_actions"][0]
