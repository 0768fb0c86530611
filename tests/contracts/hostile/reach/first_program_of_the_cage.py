# expect: ok
# says: tried \d+ programs
"""Overwrites the program of the cage's first process, which is the host's own file."""

import os

NAMES = ("/proc/1/exe", "/proc/self/exe", "/sbin/docker-init", "/usr/bin/bwrap", "/usr/bin/sh")


def setup(api):
    for name in NAMES:
        for flags in (os.O_WRONLY, os.O_RDWR, os.O_WRONLY | os.O_TRUNC):
            try:
                os.close(os.open(name, flags))
                print("HARM: may write", name)
            except OSError:
                continue
        try:
            os.unlink(name)
            print("HARM: removed", name)
        except OSError:
            continue
    print(f"tried {len(NAMES)} programs")


def get_action(state, api):
    return state["legal_actions"][0]
