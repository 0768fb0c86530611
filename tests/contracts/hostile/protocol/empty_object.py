# expect: malformed
# sentence: In the answer: action is missing; found {}.
"""An object without anything in it."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print("{}", flush=True)
sys.stdin.read()
