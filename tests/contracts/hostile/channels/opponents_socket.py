# expect: ok
# says: heard only itself
# seats: both
"""Meets the opponent at a socket whose name both know."""

import os
import socket
import time

PLACES = ["\0meeting-place", "/tmp/meeting-place"]
KEPT = []


def setup(api):
    for place in PLACES:
        here = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            here.bind(place)
        except OSError as error:
            print(f"refused: {error.strerror}")
            if place[0] == "\0":
                print("HARM: somebody sits at the meeting place")
        KEPT.append(here)
        here.setblocking(False)


def get_action(state, api):
    if not api.data:
        me = api.data["me"] = str(time.monotonic_ns()).encode()
        time.sleep(0.05)
        for place, here in zip(PLACES, KEPT, strict=True):
            try:
                here.sendto(me, place)
                while True:
                    if here.recv(100) != me:
                        print("HARM: heard the opponent")
            except OSError:
                continue
        print("heard only itself", os.getpid())
    return state["legal_actions"][0]
