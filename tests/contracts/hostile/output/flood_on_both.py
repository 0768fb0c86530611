# expect: output
# says: flooded stdout
"""Floods both streams at once."""

import os
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
while True:
    os.write(2, b"x" * 16_384 + b"\n")
    os.write(1, b"x" * 16_384)
