# expect: malformed
# sentence: A text holds half of a surrogate pair (\ud800 to \udfff).
"""Half of a surrogate pair, written as an escape."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"pass","params":{},"log":"\\ud800"}', flush=True)
sys.stdin.read()
