# expect: ok
# says: refused 7
# seats: both
"""Locks files that both bots can see: one that finds a lock has met the other."""

import ctypes
import fcntl
import os

libc = ctypes.CDLL(None, use_errno=True)
SHARED = ["/usr/bin/env", "/bin/sh"]
OFD_SETLK = 37


def tries(fd):
    lock = ctypes.create_string_buffer(32)
    return {
        "flock": lambda: fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB),
        "exclusive flock": lambda: fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB),
        "lockf": lambda: fcntl.lockf(fd, fcntl.LOCK_SH | fcntl.LOCK_NB),
        "open file description": lambda: fcntl.fcntl(fd, OFD_SETLK, lock),
        "lease": lambda: fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_RDLCK),
        "notify": lambda: fcntl.fcntl(fd, fcntl.F_NOTIFY, fcntl.DN_ACCESS),
        "owner": lambda: fcntl.fcntl(fd, fcntl.F_SETOWN, os.getpid()),
    }


def setup(api):
    for path in SHARED:
        fd = os.open(path, os.O_RDONLY)
        refused = []
        for name, trick in tries(fd).items():
            try:
                trick()
                print(f"HARM: {name} on {path}")
            except OSError:
                refused.append(name)
        print(f"refused {len(refused)}: {refused}")


def get_action(state, api):
    return state["legal_actions"][0]
