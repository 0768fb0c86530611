# expect: ok
# says: had a file in flight
# modes: bubblewrap no-cgroup docker
# seats: both
"""Takes all that the kernel counts for each user: has the opponent one of its own?

An ordinary user has no other to give, so it is not played as one.
"""

import socket

HERE, THERE = socket.socketpair()


def sends_a_file(count):
    try:
        socket.send_fds(HERE, [b"x"], [2] * count, socket.MSG_DONTWAIT)
    except OSError:
        return False
    return True


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        if sends_a_file(1):
            print("had a file in flight")
        else:
            print("HARM: the opponent has taken what is mine")
        while sends_a_file(100):
            pass
    return state["legal_actions"][0]
