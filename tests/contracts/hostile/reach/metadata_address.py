# expect: ok
# says: 169.254.169.254: EPERM
# says: fd00:ec2::254: EPERM
"""Asks a cloud for the host's own credentials; no packet can leave its empty namespace."""

import errno
import socket

ADDRESSES = (
    (socket.AF_INET, "169.254.169.254"),
    (socket.AF_INET, "169.254.170.2"),
    (socket.AF_INET6, "fd00:ec2::254"),
)


def setup(api):
    for family, address in ADDRESSES:
        try:
            with socket.socket(family) as made:
                made.settimeout(0.05)
                made.connect((address, 80))
            print(f"HARM: reached {address}")
        except OSError as error:
            print(f"{address}: {errno.errorcode[error.errno]}")


def get_action(state, api):
    return state["legal_actions"][0]
