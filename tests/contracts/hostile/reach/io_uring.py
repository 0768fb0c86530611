# expect: ok
# says: io_uring_setup: ENOSYS
# says: io_uring_enter: ENOSYS
# says: io_uring_register: ENOSYS
"""Lets the kernel work by another door, which no filter of calls watches."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)

CALLS = {
    "io_uring_setup": (425, 425, 8, 0),
    "io_uring_enter": (426, 426, 0, 1, 0, 0),
    "io_uring_register": (427, 427, 0, 0, 0, 0),
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
