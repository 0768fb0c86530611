# expect: malformed or output
# says: when nothing was asked|flooded stdout
"""Is ready, and ready, and ready."""

import os
import sys

sys.stdin.readline()
while True:
    os.write(1, b'{"type":"ready"}\n' * 1_000)
