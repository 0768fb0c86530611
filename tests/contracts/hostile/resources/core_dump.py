# expect: crash
# says: killed by SIGABRT
"""Asks for a dump of its memory on somebody's disk, and aborts."""

import os
import resource


def get_action(state, api):
    _, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    if hard:
        print("HARM: cores may be dumped")
    os.abort()
