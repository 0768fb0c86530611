# expect: ok
# says: waited, thinking \d+ ms
# says: timer set: 0; no-cgroup: no timer: 1
# opponent: slow
# limits: request_wall_ms=2000 bank_ms=2000
"""Lets a timer's signal wake it where it was stopped, and thinks in the opponent's turn."""

import ctypes
import signal
import struct
import threading
import time

libc = ctypes.CDLL(None, use_errno=True)
TIMER_CREATE, TIMER_SETTIME, MONOTONIC = 222, 223, 1


def wind_up():
    signal.signal(signal.SIGCONT, lambda *_: None)  # an ignored signal winds no timer up again
    event = struct.pack("QII48x", 0, signal.SIGCONT, 0)
    timer = ctypes.c_int(0)
    if libc.syscall(TIMER_CREATE, MONOTONIC, event, ctypes.byref(timer)):
        print("no timer:", ctypes.get_errno())
        return
    every = struct.pack("qqqq", 0, 5_000_000, 0, 5_000_000)
    print("timer set:", libc.syscall(TIMER_SETTIME, timer, 0, every, None))


def think():
    while True:
        pass


def get_action(state, api):
    now = time.process_time()
    if "since" in api.data:
        thought = (now - api.data["since"]) * 1000
        print(f"waited, thinking {thought:.0f} ms")
        # A busy host may stop it late once or twice; never stopped, it thinks each time.
        api.data["often"] = api.data.get("often", 0) + (thought > 50)
        if api.data["often"] > 2:
            print("HARM: thought on the opponent's time")
    elif not api.data:
        wind_up()
        threading.Thread(target=think, daemon=True).start()
    api.data["since"] = time.process_time()
    return state["legal_actions"][0]
