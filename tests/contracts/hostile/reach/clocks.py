# expect: ok
# says: clock_settime: EPERM
# says: settimeofday: EPERM
# says: adjtimex: EPERM
# says: clock_adjtime: EPERM
"""Sets the clock of the host."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)
TIME = (ctypes.c_long * 2)(0, 0)
TIMEX = ctypes.create_string_buffer(256)  # nothing is asked of it, so nothing is changed by it
NOW, CHANGE = ctypes.addressof(TIME), ctypes.addressof(TIMEX)

CALLS = {
    "clock_settime": (227, 112, 0, NOW),
    "settimeofday": (164, 170, NOW, 0),
    "adjtimex": (159, 171, CHANGE),
    "clock_adjtime": (305, 266, 0, CHANGE),
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
