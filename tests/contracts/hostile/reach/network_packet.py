# expect: ok
# says: kind [0-9]+: EPERM
"""Listens to everything on the wire."""

import errno
import socket

FAMILY = 17  # AF_PACKET
KINDS = (2, 3)


def setup(api):
    for kind in KINDS:
        try:
            socket.socket(FAMILY, kind).close()
            print(f"HARM: a socket of kind {kind}")
        except OSError as error:
            print(f"kind {kind}: {errno.errorcode[error.errno]}")


def get_action(state, api):
    return state["legal_actions"][0]
