# expect: ok
# says: name_to_handle_at: EPERM
# says: open_by_handle_at: EPERM
"""Opens files by number instead of by name, past every mount."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)

CALLS = {
    "name_to_handle_at": (303, 264, -100, 0, 0, 0, 0),
    "open_by_handle_at": (304, 265, -100, 0, 0),
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
