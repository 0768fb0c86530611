# expect: start-timeout
# sentence: The bot waited <n> ms of wall-clock time before it was ready, using <n> ms of CPU time;
# sentence: 300 ms are allowed. It slept, did not flush what it wrote, or waits for something that
# sentence: does not come.
# limits: start_wall_ms=300
"""No answer to start: it waits for a first request."""

import sys

sys.stdin.readline()
sys.stdin.readline()
