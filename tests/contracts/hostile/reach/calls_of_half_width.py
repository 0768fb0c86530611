# expect: ok or crash or no-start
# says: refused: ENOSYS|SIGSYS
"""Makes calls by the numbers of the x32 machine, which a list of the usual numbers forgets."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)
X32 = 0x4000_0000
GETPID, PTRACE = 39, 521


def setup(api):
    for number in (GETPID, PTRACE) if os.uname().machine == "x86_64" else ():
        if LIBC.syscall(X32 + number, 0, 0, 0, 0) >= 0:
            print("HARM: it was done")
        elif ctypes.get_errno() != errno.ENOSYS:
            print("HARM: it was listened to", errno.errorcode[ctypes.get_errno()])
    print("refused: ENOSYS")


def get_action(state, api):
    return state["legal_actions"][0]
