# expect: ok
# says: read [1-9]
# seats: both
"""Reads shared files so that the opponent could see when they were read last."""

import os

FILES = ["/usr/bin/env", "/bin/sh", "/usr/bin/true", "/usr/bin/false"]


def get_action(state, api):
    if not api.data:
        read = api.data["read"] = []
        for path in FILES:
            before = os.stat(path).st_atime_ns
            with open(path, "rb") as file:
                file.read()
            if os.stat(path).st_atime_ns != before:
                print(f"HARM: reading {path} can be seen")
            read.append(path)
        print("read", len(read))
    return state["legal_actions"][0]
