# expect: start-timeout
# says: ms of CPU time before it was ready
# limits: start_ms=200
"""Works before it is ready, where the bank does not count."""

import sys

while True:
    pass
sys.stdin.readline()
