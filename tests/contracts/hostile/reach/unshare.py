# expect: ok
# says: unshare mount: EPERM
# says: unshare cgroup: EPERM
# says: unshare names: EPERM
# says: unshare ipc: EPERM
# says: unshare user: EPERM
# says: unshare pid: EPERM
# says: unshare network: EPERM
# says: unshare time: EPERM
"""Makes namespaces of its own, in which it would be root."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)

CALLS = {
    "unshare mount": (272, 97, 0x00020000),
    "unshare cgroup": (272, 97, 0x02000000),
    "unshare names": (272, 97, 0x04000000),
    "unshare ipc": (272, 97, 0x08000000),
    "unshare user": (272, 97, 0x10000000),
    "unshare pid": (272, 97, 0x20000000),
    "unshare network": (272, 97, 0x40000000),
    "unshare time": (272, 97, 0x80),
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
