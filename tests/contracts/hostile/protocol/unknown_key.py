# expect: malformed
# sentence: In the answer: pass.confidence is not a key of this action; remove it.
"""A key that the action does not have."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"pass","params":{},"confidence":0.9}', flush=True)
sys.stdin.read()
