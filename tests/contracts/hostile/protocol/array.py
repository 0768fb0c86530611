# expect: malformed
# sentence: Found "[{\"action\":\"pass\",\"params\":{}}]", wanted a JSON object.
"""A list with the answer in it."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('[{"action":"pass","params":{}}]', flush=True)
sys.stdin.read()
