# expect: ok
# says: /run/docker.sock': (ENOENT|EACCES)
"""Asks the host's container engine for a container with everything in it."""

import errno
import json
import socket
from pathlib import Path

CANARIES = json.loads(Path("canaries.json").read_text())
PATHS = (
    "/var/run/docker.sock",
    "/run/docker.sock",
    "/run/containerd/containerd.sock",
    "/run/podman/podman.sock",
    "/proc/1/root/run/docker.sock",
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
