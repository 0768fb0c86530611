# expect: timeout
# sentence: The bot waited <n> ms of wall-clock time while an action was awaited, using <n> ms of
# sentence: CPU time; 300 ms are allowed. It began a line and did not end it: end each answer with
# sentence: a newline, and flush.
# limits: request_wall_ms=300
"""An answer ended by a carriage return, as old systems do."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"pass","params":{}}', end="\r", flush=True)
sys.stdin.read()
