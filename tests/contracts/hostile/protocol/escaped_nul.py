# expect: malformed
# sentence: A text holds the NUL character (\u0000).
"""A NUL, written as an escape."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"pass","params":{},"log":"\\u0000"}', flush=True)
sys.stdin.read()
