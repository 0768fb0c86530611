# expect: malformed
# sentence: Found NaN, which is not JSON; wanted a finite number.
"""NaN, which Python's own json writes without being asked."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"grow","params":{"row":NaN,"col":0}}', flush=True)
sys.stdin.read()
