# expect: malformed
# sentence: The key "action" stands twice in one object.
"""The same key twice: readers disagree about which one counts."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"pass","params":{},"action":"grow"}', flush=True)
sys.stdin.read()
