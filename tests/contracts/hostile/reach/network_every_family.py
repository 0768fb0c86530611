# expect: ok
# says: all {'EPERM'}
"""Opens a socket of every family and kind that any kernel has."""

import errno
import socket

FAMILIES = [number for number in range(64) if number != socket.AF_UNIX]


def setup(api):
    answers = set()
    for family in FAMILIES:
        for kind in range(1, 11):
            for call in (socket.socket, socket.socketpair):
                try:
                    for end in (made,) if hasattr(made := call(family, kind), "close") else made:
                        end.close()
                    print(f"HARM: family {family}, kind {kind}")
                except OSError as error:
                    answers.add(errno.errorcode[error.errno])
    print("all", answers)


def get_action(state, api):
    return state["legal_actions"][0]
