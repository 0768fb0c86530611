# expect: ok or memory
# says: pipes: [0-9]+ MB
# limits: request_wall_ms=2000 bank_ms=1000
"""Leaves what it writes in pipes that nobody reads."""

import os


def get_action(state, api):
    if api.data:
        return state["legal_actions"][0]
    held = api.data["held"] = [0]
    print("pipes: 0 MB at first", flush=True)
    try:
        while True:
            _, write = os.pipe()
            os.set_blocking(write, False)
            try:
                while True:
                    held[0] += os.write(write, bytes(65536))
            except BlockingIOError:
                continue
    except OSError as error:
        print("refused:", error.strerror)
    print(f"pipes: {held[0] >> 20} MB")
    if held[0] > 64 << 20:
        print("HARM: more than its memory lies in pipes")
    return state["legal_actions"][0]
