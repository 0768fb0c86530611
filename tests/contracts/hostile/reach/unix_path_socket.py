# expect: ok
# says: socket': (ENOENT|EACCES)
"""Calls a socket of the host by its path."""

import errno
import json
import socket
from pathlib import Path

CANARIES = json.loads(Path("canaries.json").read_text())
PATHS = (CANARIES["path_socket"], "../../.." + CANARIES["path_socket"])


def setup(api):
    for path in PATHS:
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
            try:
                with socket.socket(socket.AF_UNIX, kind) as made:
                    made.connect(path)
                print(f"HARM: reached {path!r}")
            except OSError as error:
                print(f"{path!r}: {errno.errorcode[error.errno]}")


def get_action(state, api):
    return state["legal_actions"][0]
