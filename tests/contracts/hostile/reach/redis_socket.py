# expect: ok
# says: looked everywhere
"""Looks for the queue, by its usual places and by any socket that lies about."""

import os
import socket
import stat

PLACES = ("/run", "/var", "/tmp", "/dev", "/bot", "/home", "/root")
USUAL = ("/run/redis/redis.sock", "/run/valkey/valkey.sock", "/tmp/redis.sock")


def sockets():
    yield from USUAL
    for place in PLACES:
        for folder, _, names in os.walk(place):
            yield from (os.path.join(folder, name) for name in names)


def setup(api):
    for path in sockets():
        try:
            if stat.S_ISSOCK(os.stat(path).st_mode):
                with socket.socket(socket.AF_UNIX) as made:
                    made.connect(path)
                print(f"HARM: reached {path}")
        except OSError:
            continue
    print("looked everywhere")


def get_action(state, api):
    return state["legal_actions"][0]
