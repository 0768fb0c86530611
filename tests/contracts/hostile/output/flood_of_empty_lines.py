# expect: output
# says: flooded stdout
"""Writes newlines without end."""

import os
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
while True:
    os.write(1, b"\n" * 65_536)
