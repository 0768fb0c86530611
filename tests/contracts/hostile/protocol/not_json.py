# expect: malformed
# sentence: Found "grow at the corner, please", wanted one JSON object and nothing else on the line
# sentence: (write debug output to stderr).
"""Words instead of JSON."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print("grow at the corner, please", flush=True)
sys.stdin.read()
