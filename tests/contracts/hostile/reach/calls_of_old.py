# expect: ok
# says: tried all
"""Makes calls that only this machine has, for ports and segments."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)
CALLS = {
    "iopl": 172,
    "ioperm": 173,
    "modify_ldt": 154,
    "uselib": 134,
    "_sysctl": 156,
    "vhangup": 153,
}
"""Numbers on x86-64; other machines have none of them."""


def setup(api):
    for name, number in CALLS.items() if os.uname().machine == "x86_64" else ():
        done = LIBC.syscall(number, 0, 0, 0)
        what = errno.errorcode[ctypes.get_errno()] if done < 0 else "HARM: it was done"
        print(f"{name}: {what}")
    print("tried all that there are")


def get_action(state, api):
    return state["legal_actions"][0]
