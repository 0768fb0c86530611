# expect: ok
# says: 127.0.0.1: EPERM
"""Calls a port of the host that is open."""

import errno
import json
import socket
from pathlib import Path

CANARIES = json.loads(Path("canaries.json").read_text())
ADDRESSES = ("127.0.0.1", "127.1.2.3", "0.0.0.0")


def setup(api):
    for address in ADDRESSES:
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            try:
                with socket.socket(socket.AF_INET, kind) as made:
                    made.settimeout(0.05)
                    made.connect((address, CANARIES["port"]))
                    made.send(b"hello")
                print(f"HARM: reached {address}")
            except OSError as error:
                print(f"{address}: {errno.errorcode[error.errno]}")


def get_action(state, api):
    return state["legal_actions"][0]
