# expect: ok
# says: thought [0-9]+ ms; no-cgroup: refused: EPERM
# opponent: slow
# limits: request_wall_ms=2000 bank_ms=2000
"""Leaves a child thinking while it is the opponent's turn."""

import errno
import mmap
import os
import struct
import time

SHARED = mmap.mmap(-1, 8)


def think():
    while True:
        SHARED[:] = struct.pack("d", time.process_time())


def thought_ms():
    return struct.unpack("d", SHARED)[0] * 1000


def get_action(state, api):
    if not api.data:
        try:
            if os.fork() == 0:
                think()
        except OSError as error:
            print("refused:", errno.errorcode[error.errno])
    else:
        thought = thought_ms() - api.data["before"]
        print(f"thought {thought:.0f} ms")
        # A busy host may stop it late once or twice; never stopped, it thinks each time.
        api.data["often"] = api.data.get("often", 0) + (thought > 50)
        if api.data["often"] > 2:
            print("HARM: thought on the opponent's time")
    api.data["before"] = thought_ms()
    return state["legal_actions"][0]
