# expect: crash
# sentence: The bot was killed by SIGHUP while an action was awaited. It wrote nothing to stderr.
"""Sends itself SIGHUP."""

import os
import signal
import time


def get_action(state, api):
    os.kill(os.getpid(), signal.SIGHUP)
    time.sleep(600)
