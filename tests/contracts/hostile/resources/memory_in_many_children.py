# expect: memory or timeout; no-cgroup: ok
# says: more memory|were left|wall-clock; no-cgroup: refused: EPERM
# limits: request_wall_ms=2000
"""Shares its hunger among children: none takes much, and each that dies is made anew."""

import errno
import os

SHARE = 12 << 20


def take():
    kept = b"x" * SHARE
    while kept:
        pass


def get_action(state, api):
    try:
        while True:
            if os.fork() == 0:
                take()
    except BlockingIOError:
        while True:
            os.wait()
    except PermissionError as error:
        print("refused:", errno.errorcode[error.errno])
    return state["legal_actions"][0]
