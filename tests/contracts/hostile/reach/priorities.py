# expect: ok
# says: setpriority: EPERM
# says: sched_setscheduler: EPERM
# says: sched_setattr: EPERM
# says: ioprio_set: EPERM
"""Puts itself before all others."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)

CALLS = {
    "setpriority": (141, 140, 0, 0, -20),
    "sched_setscheduler": (144, 119, 0, 1, 0),
    "sched_setattr": (314, 274, 0, 0, 0),
    "ioprio_set": (251, 30, 1, 0, 0x2000),
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
