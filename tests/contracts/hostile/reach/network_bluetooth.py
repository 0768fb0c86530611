# expect: ok
# says: kind [0-9]+: EPERM
"""Opens sockets to what is near."""

import errno
import socket

FAMILY = 31  # AF_BLUETOOTH
KINDS = (1, 3, 5)


def setup(api):
    for kind in KINDS:
        try:
            socket.socket(FAMILY, kind).close()
            print(f"HARM: a socket of kind {kind}")
        except OSError as error:
            print(f"kind {kind}: {errno.errorcode[error.errno]}")


def get_action(state, api):
    return state["legal_actions"][0]
