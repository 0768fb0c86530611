# expect: memory; no-cgroup: ok
# says: more memory; no-cgroup: refused: EPERM
# limits: bank_ms=1000 request_wall_ms=2000
"""A child fills the memory and its parent falls with it: the verdict is about memory."""

import errno
import os
import sys


def get_action(state, api):
    try:
        child = os.fork()
    except OSError as error:
        print("refused:", errno.errorcode[error.errno])
        return state["legal_actions"][0]
    if child == 0:
        taken = []
        while True:
            taken.append(b"x" * (4 << 20))
    os.waitpid(child, 0)
    sys.exit("without my child I will not play")
