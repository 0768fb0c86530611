# expect: timeout
# says: It slept
"""Uses nothing, and does not answer either."""

import time


def get_action(state, api):
    time.sleep(1_000)
