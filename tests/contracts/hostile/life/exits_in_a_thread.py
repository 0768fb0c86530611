# expect: crash
# sentence: The bot exited with code 7 while an action was awaited. It wrote nothing to stderr.
"""A thread ends the whole process."""

import os
import threading
import time


def get_action(state, api):
    threading.Thread(target=os._exit, args=(7,)).start()
    time.sleep(600)
