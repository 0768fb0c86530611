# expect: ok
# says: the lock is refused: Operation not permitted
# says: the cache works; no-cgroup: there is no place for a cache
# seats: both
# matches: 2
"""An honest bot against itself: it locks a file beside it and keeps a cache."""

import fcntl
import os


def setup(api):
    with open("/bot/canaries.json") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            print("HARM: two copies could meet at this lock")
        except OSError as error:
            print("the lock is refused:", error.strerror)
    try:
        fd = os.open("/tmp/cache", os.O_CREAT | os.O_EXCL | os.O_RDWR)
        os.write(fd, b"mine")
        print("the cache works")
    except FileExistsError:
        print("HARM: the cache is somebody else's")
    except OSError:
        print("there is no place for a cache")


def get_action(state, api):
    return state["legal_actions"][0]
