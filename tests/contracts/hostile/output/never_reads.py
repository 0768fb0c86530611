# expect: malformed
# says: when nothing was asked
"""Answers everything in advance and reads nothing."""

import sys
import time

if time.time() < 0:
    sys.stdin.readline()
lines = ['{"type":"ready"}', *['{"action":"grow","params":{"row":0,"col":0}}'] * 100]
print("\n".join(lines), flush=True)
time.sleep(1_000)
