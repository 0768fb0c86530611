# expect: malformed
# sentence: Found "{\"action\":\"pass\",\"params\":{}}" when nothing was asked; wanted one line for
# sentence: each request.
"""The first answer before anything was asked."""

import sys

sys.stdin.readline()
print('{"type":"ready"}\n{"action":"pass","params":{}}', flush=True)
sys.stdin.read()
