# expect: ok
# says: kind [0-9]+: EPERM
"""Calls the machine that runs this machine."""

import errno
import socket

FAMILY = 40  # AF_VSOCK
KINDS = (1, 2, 5)


def setup(api):
    for kind in KINDS:
        try:
            socket.socket(FAMILY, kind).close()
            print(f"HARM: a socket of kind {kind}")
        except OSError as error:
            print(f"kind {kind}: {errno.errorcode[error.errno]}")


def get_action(state, api):
    return state["legal_actions"][0]
