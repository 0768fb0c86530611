# expect: ok
# says: net of 1: EPERM
# says: user of self: EPERM
"""Enters the namespaces of whoever started it."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)
SETNS = 268 if os.uname().machine == "aarch64" else 308
KINDS = ("net", "mnt", "pid", "user", "uts", "ipc", "cgroup", "time")


def setup(api):
    for kind in KINDS:
        for pid in ("1", "self", str(os.getppid())):
            try:
                space = os.open(f"/proc/{pid}/ns/{kind}", os.O_RDONLY)
            except OSError:
                space = 0  # nothing to be seen: try it with something else
            done = LIBC.syscall(SETNS, space, 0)
            what = errno.errorcode[ctypes.get_errno()] if done < 0 else "HARM: it was done"
            print(f"{kind} of {pid}: {what}")


def get_action(state, api):
    return state["legal_actions"][0]
