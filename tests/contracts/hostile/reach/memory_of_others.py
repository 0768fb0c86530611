# expect: ok
# says: mem: (No such file or directory|Permission denied)
"""Reads the memory of whoever started it, and of a process outside."""

import json
import os
from pathlib import Path

CANARIES = json.loads(Path("canaries.json").read_text())


def setup(api):
    for pid in (CANARIES["pid"], os.getppid()):
        for name in ("mem", "maps", "fd", "root/etc/shadow", "cwd/secret"):
            path = f"/proc/{pid}/{name}"
            try:
                open(path, "rb").close()
            except OSError as error:
                print(f"{path}: {error.strerror}")
            else:
                print(f"{path}: HARM" if pid == CANARIES["pid"] else f"{path}: of the cage's own")


def get_action(state, api):
    return state["legal_actions"][0]
