# expect: malformed
# sentence: Found a second object on the line, wanted one answer for one request.
"""Two answers on one line."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"pass","params":{}}{"action":"pass","params":{}}', flush=True)
sys.stdin.read()
