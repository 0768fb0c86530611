# expect: ok
# says: /etc/shadow: (ENOENT|EACCES)
"""Reads what every host has and no bot should."""

import errno

PATHS = [
    "/etc/shadow",
    "/etc/machine-id",
    "/etc/ssh/ssh_host_ed25519_key",
    "/root/.ssh/id_ed25519",
    "/root/.bash_history",
    "/var/lib/scuffle/lent",
    "/var/lib/docker",
    "/var/log/syslog",
    "/run/secrets",
    "/proc/kcore",
    "/proc/keys",
    "/boot/vmlinuz",
    "/sys/firmware/dmi/tables/DMI",
]


def setup(api):
    for path in PATHS:
        try:
            with open(path, "rb") as file:
                found = file.read(64)
            print(f"HARM: {path}: {found!r}" if found.strip(b"0 \n") else f"{path}: empty")
        except OSError as error:
            print(f"{path}: {errno.errorcode[error.errno]}")


def get_action(state, api):
    return state["legal_actions"][0]
