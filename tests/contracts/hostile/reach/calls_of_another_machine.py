# expect: ok or no-start
# says: (no such machine here|killed by SIG(SYS|SEGV))
"""Makes the calls of the 32-bit machine inside this one, which have other numbers."""

import ctypes
import mmap
import os

GETPID = bytes.fromhex("b814000000cd80c3")  # mov eax, 20; int 0x80; ret


def setup(api):
    if os.uname().machine != "x86_64":
        print("no such machine here")
        return
    page = mmap.mmap(-1, 4096, prot=7)
    page.write(GETPID)
    at = ctypes.addressof(ctypes.c_char.from_buffer(page))
    found = ctypes.CFUNCTYPE(ctypes.c_int)(at)()
    print("no such machine here" if found < 0 else f"HARM: it answers {found}")


def get_action(state, api):
    return state["legal_actions"][0]
