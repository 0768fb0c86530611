# expect: crash
# sentence: The bot was killed by SIGPIPE while an action was awaited. It wrote nothing to stderr.
"""Sends itself SIGPIPE."""

import os
import signal
import time

signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def get_action(state, api):
    os.kill(os.getpid(), signal.SIGPIPE)
    time.sleep(600)
