# expect: crash
# sentence: The bot was killed by SIGTERM while an action was awaited. It wrote nothing to stderr.
"""Sends itself SIGTERM."""

import os
import signal
import time


def get_action(state, api):
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(600)
