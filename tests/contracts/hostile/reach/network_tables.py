# expect: ok
# says: unix: (No such file or directory|nothing of the host)
"""Reads what the kernel tells of networks and of who listens."""

import json
from pathlib import Path

CANARIES = json.loads(Path("canaries.json").read_text())
TABLES = ("unix", "tcp", "tcp6", "udp", "route", "arp", "netlink")


def setup(api):
    for name in TABLES:
        try:
            rows = Path("/proc/net", name).read_text()
        except OSError as error:
            print(f"{name}: {error.strerror}")
            continue
        listens = CANARIES["abstract_socket"] in rows or f":{CANARIES['port']:04X} " in rows
        print(f"HARM: {name} tells of the host" if listens else f"{name}: nothing of the host")


def get_action(state, api):
    return state["legal_actions"][0]
