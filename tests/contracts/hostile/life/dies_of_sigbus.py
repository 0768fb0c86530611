# expect: crash
# sentence: The bot was killed by SIGBUS while an action was awaited. It wrote nothing to stderr.
"""Sends itself SIGBUS."""

import os
import signal
import time


def get_action(state, api):
    os.kill(os.getpid(), signal.SIGBUS)
    time.sleep(600)
