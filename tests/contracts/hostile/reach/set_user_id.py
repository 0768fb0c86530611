# expect: ok
# says: /bin/su:
"""Starts programs that become root, and makes one of its own."""

import os
import shutil
import subprocess

PROGRAMS = (
    ["/bin/su", "-c", "id -u"],
    ["/usr/bin/sudo", "-n", "id", "-u"],
    ["/usr/bin/pkexec", "id", "-u"],
    ["/usr/bin/newgrp", "root"],
    ["/tmp/id", "-u"],
)


def setup(api):
    try:
        shutil.copy("/usr/bin/id", "/tmp/id")
        os.chmod("/tmp/id", 0o6755)
    except OSError as error:
        print("no program of its own:", error.strerror)
    for argv in PROGRAMS:
        try:
            done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        except OSError as error:
            print(f"{argv[0]}: {error.strerror}")
            continue
        words = (done.stdout + done.stderr).decode().strip()
        print(f"HARM: {argv[0]} is root" if words == "0" else f"{argv[0]}: {words}")


def get_action(state, api):
    return state["legal_actions"][0]
