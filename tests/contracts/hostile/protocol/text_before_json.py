# expect: malformed
# sentence: Found "best: {\"action\":\"pass\",\"params\":{}}", wanted one JSON object and nothing
# sentence: else on the line (write debug output to stderr).
"""Text before the JSON object, as a debugging print leaves it."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('best: {"action":"pass","params":{}}', flush=True)
sys.stdin.read()
