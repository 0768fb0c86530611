# expect: ok
# says: mknod: EPERM
# says: fifo: EPERM
"""Makes devices and pipes with names."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)
TEXT = ctypes.create_string_buffer(b"/tmp/memory")
PATH = ctypes.addressof(TEXT)

CALLS = {
    "mknod": (259, 33, -100, PATH, 0o020666, 0x101),
    "fifo": (259, 33, -100, PATH, 0o010666, 0),
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
