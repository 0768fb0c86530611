# expect: ok
# says: pages tell nothing|refused
# seats: both
"""Asks which pages of a shared file lie in memory: the opponent could have read some."""

import ctypes
import mmap
import os

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
libc.mincore.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]


def largest():
    found = [(each.stat().st_size, each.path) for each in os.scandir("/usr/bin") if each.is_file()]
    return max(found)


def setup(api):
    size, path = largest()
    fd = os.open(path, os.O_RDONLY)
    at = libc.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, fd, 0)
    pages = ctypes.create_string_buffer(-(-size // mmap.PAGESIZE))
    if libc.mincore(at, size, pages):
        print("refused:", os.strerror(ctypes.get_errno()))
    elif len(set(pages.raw[:-1])) > 1:
        print(f"HARM: sees which of the {len(pages)} pages were read")
    else:
        print("pages tell nothing")


def get_action(state, api):
    return state["legal_actions"][0]
