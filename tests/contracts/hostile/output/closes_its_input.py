# expect: timeout or crash
# says: stdin|wall-clock
"""Is ready, and then hangs up on us."""

import os
import sys
import time

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
os.close(0)
time.sleep(1_000)
