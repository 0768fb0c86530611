# expect: ok or memory
# says: refused after \d+; no-cgroup: refused after 0; ordinary: refused after 0
"""Winds up timers without end: each is a piece of the kernel's memory."""

import ctypes
import platform

libc = ctypes.CDLL(None, use_errno=True)
CALL = {"x86_64": 222, "aarch64": 107}[platform.machine()]
MONOTONIC, ENOUGH = 1, 500_000


def setup(api):
    made, timer = 0, ctypes.c_int(0)
    while made < ENOUGH and not libc.syscall(CALL, MONOTONIC, None, ctypes.byref(timer)):
        made += 1
    print(f"refused after {made}" if made < ENOUGH else f"HARM: made {made}")


def get_action(state, api):
    return state["legal_actions"][0]
