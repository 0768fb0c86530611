# expect: ok; docker: no-start
# says: outside: ESRCH
# says: and it lives on; docker: killed by SIGTERM
"""Kills everything that it can see; never played without a cage.

Docker's init hands on what it is sent, so there it kills itself.
"""

import errno
import json
import os
import signal
import time
from pathlib import Path

CANARIES = json.loads(Path("canaries.json").read_text())
FAR_OUTSIDE = 1000


def setup(api):
    if os.getpid() > FAR_OUTSIDE:
        print("HARM: this is no pid namespace of its own; nothing was killed")
        return
    os.setpgrp()  # so that its own group is nobody else's
    for pid in (CANARIES["pid"], CANARIES["pid"] + 1, -CANARIES["pid"]):
        try:
            os.kill(pid, 0)
            print(f"HARM: {pid} can be reached")
        except OSError as error:
            print(f"outside: {errno.errorcode[error.errno]}")
    for number in (signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
        for pid in (-1, 1, os.getppid()):
            try:
                os.kill(pid, number)
            except OSError as error:
                print(f"{pid}: {errno.errorcode[error.errno]}")
    time.sleep(0.3)  # an init that hands on what it is sent takes its time
    print("and it lives on")


def get_action(state, api):
    return state["legal_actions"][0]
