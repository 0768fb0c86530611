# expect: malformed
# sentence: Found "{\"type\":\"started\"}", wanted {"type":"ready"} as the answer to start.
"""Not the answer that start wants."""

import sys

sys.stdin.readline()
print('{"type":"started"}', flush=True)
sys.stdin.read()
