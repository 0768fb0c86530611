# expect: malformed
# sentence: Found "{\"type\":\"ready\"}" when nothing was asked; wanted one line for each request.
"""ready twice."""

import sys

sys.stdin.readline()
print('{"type":"ready"}\n{"type":"ready"}', flush=True)
sys.stdin.read()
