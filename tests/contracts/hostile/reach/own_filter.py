# expect: ok
# says: seccomp strict: EPERM
# says: seccomp filter: EPERM
# says: prctl seccomp: EPERM
"""Puts a filter of its own before the kernel, or a listener."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)

CALLS = {
    "seccomp strict": (317, 277, 0, 0, 0),
    "seccomp filter": (317, 277, 1, 8, 0),
    "prctl seccomp": (157, 167, 22, 1, 0, 0, 0),
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
