# expect: crash
# sentence: The bot was killed by SIGKILL while an action was awaited. It wrote nothing to stderr.
"""Sends itself SIGKILL."""

import os
import signal
import time


def get_action(state, api):
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(600)
