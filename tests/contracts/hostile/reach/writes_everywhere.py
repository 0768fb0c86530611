# expect: ok
# says: /bot: EROFS
# says: /usr: EROFS
"""Writes wherever others would find it."""

import errno
import os

PLACES = [
    "/",
    "/bot",
    "/sdk",
    "/sdk/scuffle",
    "/lib-numpy",
    "/python",
    "/usr",
    "/usr/local",
    "/usr/bin",
    "/etc",
    "/dev",
    "/var",
    "/run",
    "/home",
    "/root",
    "/opt",
    "/proc",
    "/sys",
]


def setup(api):
    for place in PLACES:
        try:
            os.close(os.open(f"{place}/left", os.O_WRONLY | os.O_CREAT))
            print(f"HARM: {place} can be written")
        except OSError as error:
            print(f"{place}: {errno.errorcode[error.errno]}")


def get_action(state, api):
    return state["legal_actions"][0]
