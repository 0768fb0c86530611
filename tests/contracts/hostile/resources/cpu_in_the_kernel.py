# expect: timeout
# says: ms of CPU time while an action was awaited
# limits: request_wall_ms=2000
"""Lets the kernel work: faults pages in and gives them back."""

import mmap


def get_action(state, api):
    room = mmap.mmap(-1, 16 << 20)
    while True:
        for page in range(0, len(room), mmap.PAGESIZE):
            room[page] = 1
        room.madvise(mmap.MADV_DONTNEED)
