# expect: malformed
# sentence: The integer "9007199254740993" is beyond 2**53.
"""An integer beyond 2**53, which readers round."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"grow","params":{"row":9007199254740993,"col":0}}', flush=True)
sys.stdin.read()
