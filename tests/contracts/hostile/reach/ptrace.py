# expect: ok
# says: ptrace traceme: EPERM
# says: ptrace attach: EPERM
# says: ptrace seize: EPERM
"""Takes hold of other processes."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)

CALLS = {
    "ptrace traceme": (101, 117, 0, 0, 0, 0),
    "ptrace attach": (101, 117, 16, 1, 0, 0),
    "ptrace seize": (101, 117, 0x4206, 1, 0, 0),
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
