# expect: ok
# says: umount2: EPERM
# says: umount2 of everything: EPERM
"""Takes mounts away, to see what lies below."""

import ctypes
import errno
import os

LIBC = ctypes.CDLL(None, use_errno=True)
TEXTS = [ctypes.create_string_buffer(text) for text in (b"/", b"/bot")]
ROOT, TMP = map(ctypes.addressof, TEXTS)

CALLS = {
    "umount2": (166, 39, TMP, 2),
    "umount2 of everything": (166, 39, ROOT, 2),
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
