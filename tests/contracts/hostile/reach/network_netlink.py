# expect: ok
# says: kind [0-9]+: EPERM
"""Talks to the kernel about networks, audits and devices."""

import errno
import socket

FAMILY = 16  # AF_NETLINK
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
