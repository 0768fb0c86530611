# expect: timeout
# says: wall-clock time while an action was awaited
"""Writes a character now and then, and never a newline."""

import os
import sys
import time

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
while True:
    os.write(1, b'{"action"'[:1])
    time.sleep(0.01)
