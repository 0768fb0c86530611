# expect: crash or memory; no-cgroup: ok
# says: a terabyte; no-cgroup: refused: (EROFS|ENOENT)
# limits: memory_mb=128
"""Makes a file of a terabyte of nothing, maps it and touches it until the disk is full."""

import errno
import mmap
import os


def get_action(state, api):
    try:
        fd = os.open("/tmp/sparse", os.O_RDWR | os.O_CREAT)
        os.ftruncate(fd, 1 << 40)
        room = mmap.mmap(fd, 1 << 40)
    except OSError as error:
        print("refused:", errno.errorcode[error.errno])
        return state["legal_actions"][0]
    print("a terabyte of nothing")
    for page in range(0, 1 << 30, mmap.PAGESIZE):
        room[page] = 1
    print("HARM: wrote a gigabyte")
    return state["legal_actions"][0]
