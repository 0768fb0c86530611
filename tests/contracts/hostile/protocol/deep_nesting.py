# expect: malformed
# sentence: The JSON nests deeper than 32 levels.
"""Brackets nested 10,000 deep, for recursive parsers."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"a":' * 10_000 + "1" + "}" * 10_000, flush=True)
sys.stdin.read()
