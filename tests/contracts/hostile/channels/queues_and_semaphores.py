# expect: ok
# says: refused 8
# seats: both
"""Asks for every kind of interprocess communication that has a number or a name of its own."""

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
CALLS = {
    "x86_64": {"shmget": 29, "semget": 64, "msgget": 68, "mq_open": 240},
    "aarch64": {"shmget": 194, "semget": 190, "msgget": 186, "mq_open": 180},
}
CREATE = 0o1000 | 0o666


def setup(api):
    calls = CALLS[os.uname().machine]
    asked = [
        (calls["shmget"], 4711, 4096, CREATE),
        (calls["shmget"], 0, 4096, CREATE),
        (calls["semget"], 4711, 1, CREATE),
        (calls["semget"], 0, 1, CREATE),
        (calls["msgget"], 4711, CREATE),
        (calls["msgget"], 0, CREATE),
        (calls["mq_open"], b"meeting-place", os.O_CREAT | os.O_RDWR, 0o666, None),
        (calls["mq_open"], b"other-place", os.O_RDONLY, 0, None),
    ]
    refused = sum(libc.syscall(*each) < 0 for each in asked)
    print(f"refused {refused}")
    if refused < len(asked):
        print("HARM: one was granted")


def get_action(state, api):
    return state["legal_actions"][0]
