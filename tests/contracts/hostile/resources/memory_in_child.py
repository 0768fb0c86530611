# expect: ok
# says: the child ended by signal 9; no-cgroup: refused: EPERM
# limits: bank_ms=1000 request_wall_ms=2000
"""Takes memory in a child, whose end costs the child alone."""

import errno
import os


def get_action(state, api):
    if not api.data.setdefault("tried", False):
        api.data["tried"] = True
        try:
            child = os.fork()
        except OSError as error:
            print("refused:", errno.errorcode[error.errno])
            return state["legal_actions"][0]
        if child == 0:
            taken = []
            while True:
                taken.append(b"x" * (4 << 20))
        print("the child ended by signal", os.WTERMSIG(os.waitpid(child, 0)[1]))
    return state["legal_actions"][0]
