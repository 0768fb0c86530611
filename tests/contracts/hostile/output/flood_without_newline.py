# expect: output
# says: flooded stdout: a line .*than 64 [kK]B
"""Writes one line that never ends."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
while True:
    sys.stdout.write("x" * 60_000)
