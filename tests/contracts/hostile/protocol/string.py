# expect: malformed
# sentence: Found "\"pass\"", wanted a JSON object.
"""A bare string."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('"pass"', flush=True)
sys.stdin.read()
