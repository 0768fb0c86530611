# expect: crash
# sentence: The bot was killed by SIGKILL while an action was awaited. Its last words: so long
"""Prints something, then sends itself SIGKILL: its last words must not be lost."""

import os
import signal
import time


def get_action(state, api):
    print("so long")
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(600)
