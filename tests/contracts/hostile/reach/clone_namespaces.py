# expect: ok
# says: clone mount: EPERM
# says: clone cgroup: EPERM
# says: clone names: EPERM
# says: clone ipc: EPERM
# says: clone user: EPERM
# says: clone pid: EPERM
# says: clone network: EPERM
# says: clone time: EPERM
"""Starts a process in namespaces of its own."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)

CALLS = {
    "clone mount": (56, 220, 0x00020000, 0, 0, 0, 0),
    "clone cgroup": (56, 220, 0x02000000, 0, 0, 0, 0),
    "clone names": (56, 220, 0x04000000, 0, 0, 0, 0),
    "clone ipc": (56, 220, 0x08000000, 0, 0, 0, 0),
    "clone user": (56, 220, 0x10000000, 0, 0, 0, 0),
    "clone pid": (56, 220, 0x20000000, 0, 0, 0, 0),
    "clone network": (56, 220, 0x40000000, 0, 0, 0, 0),
    "clone time": (56, 220, 0x80, 0, 0, 0, 0),
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
