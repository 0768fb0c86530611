# expect: ok
# says: system_bus_socket': (ENOENT|EACCES)
"""Calls those whom every program of the host may call."""

import errno
import json
import socket
from pathlib import Path

CANARIES = json.loads(Path("canaries.json").read_text())
PATHS = (
    "/run/systemd/private",
    "/run/systemd/journal/socket",
    "/run/dbus/system_bus_socket",
    "/run/udev/control",
    "/run/nscd/socket",
    "/dev/log",
)


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
