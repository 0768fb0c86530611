# expect: ok
# says: call 444: (EPERM|ENOSYS)
# says: call 445: (EPERM|ENOSYS)
# says: call 446: (EPERM|ENOSYS)
# says: call 448: (EPERM|ENOSYS)
# says: call 453: (EPERM|ENOSYS)
# says: call 457: (EPERM|ENOSYS)
# says: call 458: (EPERM|ENOSYS)
# says: call 462: (EPERM|ENOSYS)
# says: call 463: (EPERM|ENOSYS)
# says: call 464: (EPERM|ENOSYS)
# says: call 470: (EPERM|ENOSYS)
# says: call 500: (EPERM|ENOSYS)
# says: call 547: (EPERM|ENOSYS)
# says: call 600: (EPERM|ENOSYS)
"""Calls what is newer than the list of calls."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)

CALLS = {
    "call 444": (444, 444, 0, 0, 0, 0, 0, 0),
    "call 445": (445, 445, 0, 0, 0, 0, 0, 0),
    "call 446": (446, 446, 0, 0, 0, 0, 0, 0),
    "call 448": (448, 448, 0, 0, 0, 0, 0, 0),
    "call 453": (453, 453, 0, 0, 0, 0, 0, 0),
    "call 457": (457, 457, 0, 0, 0, 0, 0, 0),
    "call 458": (458, 458, 0, 0, 0, 0, 0, 0),
    "call 462": (462, 462, 0, 0, 0, 0, 0, 0),
    "call 463": (463, 463, 0, 0, 0, 0, 0, 0),
    "call 464": (464, 464, 0, 0, 0, 0, 0, 0),
    "call 470": (470, 470, 0, 0, 0, 0, 0, 0),
    "call 500": (500, 500, 0, 0, 0, 0, 0, 0),
    "call 547": (547, 547, 0, 0, 0, 0, 0, 0),
    "call 600": (600, 600, 0, 0, 0, 0, 0, 0),
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
