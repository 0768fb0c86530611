# expect: malformed
# sentence: The number "1e999" is too large for JSON readers.
"""1e999, which readers turn into infinity."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"grow","params":{"row":1e999,"col":0}}', flush=True)
sys.stdin.read()
