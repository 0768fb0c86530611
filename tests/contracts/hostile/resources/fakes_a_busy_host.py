# expect: timeout
# says: wall-clock|were left
# limits: bank_ms=1000
"""Sleeps behind threads that wake together, which looks like a busy host from inside."""

import threading
import time


def wake():
    while True:
        time.sleep(0.02)


def get_action(state, api):
    for _ in range(16):
        threading.Thread(target=wake, daemon=True).start()
    time.sleep(1_000)
