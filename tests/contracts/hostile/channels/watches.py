# expect: ok
# says: refused 3
# seats: both
"""Watches folders that both bots can see."""

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
FANOTIFY_INIT = {"x86_64": 300, "aarch64": 262}


def setup(api):
    tried = [
        libc.inotify_init1(0),
        libc.syscall(253 if os.uname().machine == "x86_64" else 26, 0),
        libc.syscall(FANOTIFY_INIT[os.uname().machine], 0, 0),
    ]
    if max(tried) >= 0:
        print("HARM: may watch")
    print("refused", sum(each < 0 for each in tried))


def get_action(state, api):
    return state["legal_actions"][0]
