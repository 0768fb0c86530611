# expect: timeout
# sentence: The bot waited <n> ms of wall-clock time while an action was awaited, using <n> ms of
# sentence: CPU time; 300 ms are allowed. It slept, did not flush what it wrote, or waits for
# sentence: something that does not come.
# limits: request_wall_ms=300
"""Closes its stdout and lives on."""

import os
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
os.close(1)
sys.stdin.read()
