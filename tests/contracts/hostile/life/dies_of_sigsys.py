# expect: crash
# sentence: The bot was killed by SIGSYS while an action was awaited. It wrote nothing to stderr.
"""Sends itself SIGSYS."""

import os
import signal
import time


def get_action(state, api):
    os.kill(os.getpid(), signal.SIGSYS)
    time.sleep(600)
