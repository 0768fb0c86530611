# expect: ok
# says: flushed \d+ times, [\d.]+ us of waiting each
"""Lets the host flush its disk without end, by a system file that it may only read."""

import mmap
import os
import time

TIMES, MOST_US = 200, 400


def setup(api):
    fd = os.open("/usr/bin/env", os.O_RDONLY)
    mapped = mmap.mmap(fd, mmap.PAGESIZE, prot=mmap.PROT_READ)
    for flush in (lambda: os.fsync(fd), lambda: os.fdatasync(fd), mapped.flush):
        began, used = time.monotonic(), time.process_time()
        for _ in range(TIMES):
            flush()
        waited = time.monotonic() - began - (time.process_time() - used)
        each_us = waited / TIMES * 1e6
        print(f"flushed {TIMES} times, {each_us:.1f} us of waiting each")
        if each_us > MOST_US:
            print("HARM: a disk was flushed")


def get_action(state, api):
    return state["legal_actions"][0]
