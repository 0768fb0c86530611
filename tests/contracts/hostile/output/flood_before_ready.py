# expect: output
# says: flooded stdout: a line of more than 64 kB
"""Begins with fifty megabytes of one line."""

import os
import sys

sys.stdin.readline()
for _ in range(800):
    os.write(1, b"x" * 65_536)
