# expect: memory; no-cgroup: ok
# says: filling; no-cgroup: refused: EPERM
# limits: bank_ms=1000 request_wall_ms=2000
"""Fills a file that has no name and lies in no folder."""

import errno
import os


def get_action(state, api):
    try:
        fd = os.memfd_create("mine")
    except OSError as error:
        print("refused:", errno.errorcode[error.errno])
        return state["legal_actions"][0]
    print("filling")
    while True:
        os.write(fd, bytes(1 << 20))
