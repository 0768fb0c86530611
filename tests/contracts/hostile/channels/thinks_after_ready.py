# expect: ok
# says: waited, thinking
# seats: both
# limits: request_wall_ms=2000 bank_ms=2000
"""Is ready early, and thinks until it is asked."""

import threading
import time

SINCE = []


def think():
    while True:
        pass


def setup(api):
    threading.Thread(target=think, daemon=True).start()
    SINCE.append(time.process_time())


def get_action(state, api):
    if SINCE:
        thought = (time.process_time() - SINCE.pop()) * 1000
        print(f"waited, thinking {thought:.0f} ms")
        if thought > 250:
            print("HARM: thought while nobody asked")
        time.sleep(0.3)  # the other one waits meanwhile
    return state["legal_actions"][0]
