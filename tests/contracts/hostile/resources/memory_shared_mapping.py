# expect: memory or timeout; no-cgroup: ok
# says: filling; no-cgroup: refused
# limits: request_wall_ms=2000
"""Fills shared anonymous memory from children, so that no process seems to be large."""

import errno
import mmap
import os

PART = 4 << 20


def get_action(state, api):
    try:
        room = mmap.mmap(-1, 512 << 20)
        print("filling")
        for at in range(0, len(room), PART):
            if (child := os.fork()) == 0:
                room[at : at + PART] = b"x" * PART
                os._exit(0)
            os.waitpid(child, 0)
    except OSError as error:
        print("refused:", errno.errorcode[error.errno])
    return state["legal_actions"][0]
