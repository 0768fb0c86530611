# expect: ok
# says: sched_setaffinity: EPERM
# says: mbind: EPERM
# says: set_mempolicy: EPERM
# says: migrate_pages: EPERM
# says: move_pages: EPERM
"""Chooses processors and memory, to sit beside somebody or to push them away."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)

CALLS = {
    "sched_setaffinity": (203, 122, 0, 8, 0),
    "mbind": (237, 235, 0, 0, 0, 0, 0, 0),
    "set_mempolicy": (238, 237, 0, 0, 0),
    "migrate_pages": (256, 238, 0, 0, 0, 0),
    "move_pages": (279, 239, 0, 0, 0, 0, 0, 0),
}
"""By name: the number on x86-64, the number on arm64, the arguments."""


def setup(api):
    on_arm = os.uname().machine == "aarch64"
    for name, (number, on_arm64, *args) in CALLS.items():
        done = LIBC.syscall(on_arm64 if on_arm else number, *map(ctypes.c_long, args))
        what = errno.errorcode[ctypes.get_errno()] if done < 0 else "HARM: it was done"
        print(f"{name}: {what}")


def get_action(state, api):
    return state["legal_actions"][0]
