# expect: malformed
# sentence: Found the answer to request 7, wanted 1.
"""The answer to another request."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"pass","params":{},"request":7}', flush=True)
sys.stdin.read()
