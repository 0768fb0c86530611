# expect: timeout
# sentence: The bot waited <n> ms of wall-clock time while an action was awaited, using <n> ms of
# sentence: CPU time; 300 ms are allowed. It slept, did not flush what it wrote, or waits for
# sentence: something that does not come.
# limits: request_wall_ms=300
"""Closes its stdin: no request can reach it any more."""

import os
import select
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
os.close(0)
select.select([], [], [], 600)
