# expect: timeout; no-cgroup: ok
# says: ms of CPU time while an action was awaited; no-cgroup: refused: EPERM
# limits: request_wall_ms=2000
"""Lets grandchildren without a parent work, and rests on every turn until they have."""

import errno
import os
import time


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        try:
            if (child := os.fork()) == 0:
                if os.fork() == 0:
                    os.setsid()
                    while True:
                        pass
                os._exit(0)
            os.waitpid(child, 0)
        except OSError as error:
            print("refused:", errno.errorcode[error.errno])
            api.data["alone"] = True
    if "alone" not in api.data:
        time.sleep(0.1)
    return state["legal_actions"][0]
