# expect: ok
# says: mount: EPERM
# says: fsopen: EPERM
# says: open_tree: EPERM
# says: move_mount: EPERM
# says: fsmount: EPERM
# says: mount_setattr: EPERM
"""Mounts, by the old calls and the new ones."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)
TEXTS = [ctypes.create_string_buffer(text) for text in (b"/", b"tmpfs")]
ROOT, TMPFS = map(ctypes.addressof, TEXTS)

CALLS = {
    "mount": (165, 40, 0, ROOT, 0, 4096, 0),
    "fsopen": (430, 430, TMPFS, 0),
    "open_tree": (428, 428, -100, ROOT, 1),
    "move_mount": (429, 429, -100, ROOT, -100, ROOT, 0),
    "fsmount": (432, 432, 0, 0, 0),
    "mount_setattr": (442, 442, -100, ROOT, 0, 0, 0),
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
