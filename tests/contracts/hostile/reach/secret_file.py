# expect: ok
# says: (?m)^: ENOENT
"""Reads and writes a file of the host by its path, and by every detour to it."""

import errno
import json
import os
from pathlib import Path

SECRET = json.loads(Path("canaries.json").read_text())["file"]
DETOURS = (
    "",
    "../../../../../..",
    "/proc/1/root",
    "/proc/self/root",
    "/proc/self/cwd/../..",
    "/bot/..",
)


def setup(api):
    for detour in DETOURS:
        for flags in (os.O_RDONLY, os.O_WRONLY | os.O_TRUNC, os.O_WRONLY | os.O_CREAT):
            try:
                found = os.open(detour + SECRET, flags)
                print("HARM:", os.read(found, 100) if flags == os.O_RDONLY else "opened")
            except OSError as error:
                print(f"{detour}: {errno.errorcode[error.errno]}")


def get_action(state, api):
    return state["legal_actions"][0]
