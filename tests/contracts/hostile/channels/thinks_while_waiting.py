# expect: ok
# says: waited, thinking \d+ ms
# opponent: slow
# limits: request_wall_ms=2000 bank_ms=2000
"""Leaves a thread thinking while it is the opponent's turn."""

import threading
import time


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
        threading.Thread(target=think, daemon=True).start()
    api.data["since"] = time.process_time()
    return state["legal_actions"][0]
