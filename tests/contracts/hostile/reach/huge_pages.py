# expect: ok
# says: mapping refused
# says: file refused
"""Asks for the host's huge pages, which no memory group counts."""

import ctypes
import errno
import mmap
import os

MAP_HUGETLB, MFD_HUGETLB = 0x40000, 4
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
FAILED = ctypes.c_void_p(-1).value


def attempt(what, action):
    try:
        action()
        print(f"HARM: {what} made")
    except OSError as error:
        print(what, "refused" if error.errno == errno.EPERM else f"HARM: reached: {error}")


def map_memory():
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_HUGETLB
    if libc.mmap(None, 2 << 20, mmap.PROT_READ | mmap.PROT_WRITE, flags, -1, 0) == FAILED:
        raise OSError(ctypes.get_errno(), "no mapping")


def setup(api):
    attempt("mapping", map_memory)
    attempt("file", lambda: os.memfd_create("huge", MFD_HUGETLB))


def get_action(state, api):
    return state["legal_actions"][0]
