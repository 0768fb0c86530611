# expect: crash
# sentence: The bot exited with code 0 while an action was awaited. It wrote nothing to stderr.
"""Exits; a daemon that holds its stdout answers a moment later."""

import os
import sys
import time
from contextlib import suppress


def answer_later():
    os.setsid()
    if os.fork():
        os._exit(0)
    time.sleep(0.3)
    os.write(1, b'{"action":"pass","params":{}}\n')
    os._exit(0)


sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
with suppress(PermissionError):  # where no process can be made it only exits
    if os.fork() == 0:
        answer_later()
