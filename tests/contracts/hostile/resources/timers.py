# expect: ok
# says: refused: (EAGAIN|ENOMEM) after [0-9]+
# limits: bank_ms=1000
"""Sets timers, which are the kernel's own memory."""

import ctypes
import errno

libc = ctypes.CDLL(None, use_errno=True)
TIMER_CREATE = {"x86_64": 222, "aarch64": 107}


def get_action(state, api):
    if not api.data:
        import os

        api.data["tried"] = True
        number, made = ctypes.c_int(), 0
        create = TIMER_CREATE[os.uname().machine]
        while made < 500_000 and libc.syscall(create, 1, None, ctypes.byref(number)) == 0:
            made += 1
        if made == 500_000:
            print("HARM: half a million timers")
        print(f"refused: {errno.errorcode.get(ctypes.get_errno())} after {made}")
    return state["legal_actions"][0]
