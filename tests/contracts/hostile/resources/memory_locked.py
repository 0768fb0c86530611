# expect: ok
# says: refused: (ENOMEM|EPERM)
# limits: request_wall_ms=2000
"""Asks the kernel to keep its pages in memory for ever."""

import ctypes
import errno

libc = ctypes.CDLL(None, use_errno=True)


def get_action(state, api):
    room = ctypes.create_string_buffer(16 << 20)
    if libc.mlock(room, len(room)) == 0 or libc.mlockall(3) == 0:
        print("HARM: pages are locked")
    print("refused:", errno.errorcode[ctypes.get_errno()])
    return state["legal_actions"][0]
