# expect: crash
# sentence: The bot was killed by SIGILL while an action was awaited. It wrote nothing to stderr.
"""Sends itself SIGILL."""

import os
import signal
import time


def get_action(state, api):
    os.kill(os.getpid(), signal.SIGILL)
    time.sleep(600)
