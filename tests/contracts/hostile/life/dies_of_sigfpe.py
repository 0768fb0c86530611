# expect: crash
# sentence: The bot was killed by SIGFPE while an action was awaited. It wrote nothing to stderr.
"""Sends itself SIGFPE."""

import os
import signal
import time


def get_action(state, api):
    os.kill(os.getpid(), signal.SIGFPE)
    time.sleep(600)
