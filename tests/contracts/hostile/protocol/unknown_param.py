# expect: malformed
# sentence: In the answer: grow.params.dir is not a key of this action; remove it.
"""A parameter that the action does not have."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"grow","params":{"row":0,"col":0,"dir":1}}', flush=True)
sys.stdin.read()
