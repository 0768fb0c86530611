# expect: malformed
# sentence: In the answer: action is missing; found {"type": "ready"}.
"""ready once more, instead of an answer."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.read()
