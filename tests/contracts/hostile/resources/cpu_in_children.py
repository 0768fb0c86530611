# expect: timeout; no-cgroup: ok
# says: ms of CPU time while an action was awaited; no-cgroup: refused: EPERM
# limits: request_wall_ms=2000
"""Sleeps while its children work."""

import errno
import os
import time


def get_action(state, api):
    try:
        for _ in range(4):
            if os.fork() == 0:
                while True:
                    pass
        time.sleep(100)
    except OSError as error:
        print("refused:", errno.errorcode[error.errno])
    return state["legal_actions"][0]
