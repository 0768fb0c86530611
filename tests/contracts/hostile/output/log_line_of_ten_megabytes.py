# expect: ok
# says: the end of it
# limits: bank_ms=2000 request_wall_ms=2000
"""Writes one log line of ten megabytes, which is not even text."""

import os


def get_action(state, api):
    if not api.data:
        api.data["done"] = True
        for _ in range(160):
            os.write(2, b"\xff\x00" * (32 << 10))
        os.write(2, b" the end of it\n")
    return state["legal_actions"][0]
