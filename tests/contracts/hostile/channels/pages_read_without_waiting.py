# expect: ok
# says: dropping refused
# says: reading without waiting refused
# says: merging refused
"""Asks by other calls which pages of a shared file the opponent has read, and drops them."""

import ctypes
import errno
import mmap
import os

MADV_MERGEABLE = 12
libc = ctypes.CDLL(None, use_errno=True)
libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


def merge():
    area = mmap.mmap(-1, mmap.PAGESIZE)
    if libc.madvise(ctypes.addressof(ctypes.c_char.from_buffer(area)), len(area), MADV_MERGEABLE):
        raise OSError(ctypes.get_errno(), "no")


def attempt(what, action):
    try:
        action()
        print(f"HARM: {what} worked")
    except OSError as error:
        print(what, "refused" if error.errno == errno.EPERM else f"HARM: {error}")


def setup(api):
    fd = os.open("/usr/bin/env", os.O_RDONLY)
    attempt("dropping", lambda: os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED))
    attempt("reading without waiting", lambda: os.preadv(fd, [bytearray(1)], 0, os.RWF_NOWAIT))
    attempt("merging", merge)


def get_action(state, api):
    return state["legal_actions"][0]
