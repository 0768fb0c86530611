# expect: ok; no-cgroup: ok or crash
# says: refused after [0-9]+; no-cgroup: refused|Error
# limits: bank_ms=1000
"""Starts threads that wait for ever."""

import threading

for_ever = threading.Lock()
for_ever.acquire()


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        threading.stack_size(64 << 10)
        for made in range(20_000):
            try:
                threading.Thread(target=for_ever.acquire, daemon=True).start()
            except RuntimeError:
                print(f"refused after {made}")
                break
        else:
            print("HARM: twenty thousand threads")
    return state["legal_actions"][0]
