# expect: start-timeout
# says: wall-clock time before it was ready
# limits: start_wall_ms=450
"""Leaves its streams alone."""

import sys
import time

time.sleep(1_000)
sys.stdin.readline()
