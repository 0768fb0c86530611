# expect: timeout
# sentence: The bot waited <n> ms of wall-clock time while an action was awaited, using <n> ms of
# sentence: CPU time; 300 ms are allowed. It slept, did not flush what it wrote, or waits for
# sentence: something that does not come.
# limits: request_wall_ms=300
"""Stops itself."""

import os
import signal
import time


def get_action(state, api):
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(600)
