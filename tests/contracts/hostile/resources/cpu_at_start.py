# expect: start-timeout
# says: ms of CPU time before it was ready
# limits: request_wall_ms=2000 start_ms=200
"""Works before it is ready, where the bank does not count."""

import sys

while True:
    pass
sys.stdin.readline()
