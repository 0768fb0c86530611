# expect: ok
# says: set dumpable: EPERM
# says: set keepcaps: EPERM
# says: set mm: EPERM
# says: set subreaper: EPERM
# says: ambient capabilities: EPERM
# says: set ptracer: EPERM
"""Asks for powers over itself and others that a bot does not need."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)

CALLS = {
    "set dumpable": (157, 167, 4, 2, 0, 0, 0),
    "set keepcaps": (157, 167, 8, 1, 0, 0, 0),
    "set mm": (157, 167, 35, 1, 0, 0, 0),
    "set subreaper": (157, 167, 36, 1, 0, 0, 0),
    "ambient capabilities": (157, 167, 47, 2, 0, 0, 0),
    "set ptracer": (157, 167, 0x59616D61, -1, 0, 0, 0),
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
