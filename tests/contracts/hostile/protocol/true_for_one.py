# expect: malformed
# sentence: In grow.params.row: Input should be a valid integer; found true.
"""true for 1, which are equal in Python."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"grow","params":{"row":true,"col":0}}', flush=True)
sys.stdin.read()
