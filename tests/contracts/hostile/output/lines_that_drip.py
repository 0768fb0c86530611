# expect: timeout
# says: wall-clock time while an action was awaited
"""Writes an empty line now and then, which is tolerated, and nothing else."""

import os
import sys
import time

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
while True:
    os.write(1, b" \r\n")
    time.sleep(0.01)
