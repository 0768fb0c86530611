# expect: malformed
# sentence: Found "42", wanted a JSON object.
"""A bare number."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print("42", flush=True)
sys.stdin.read()
