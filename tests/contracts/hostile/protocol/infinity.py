# expect: malformed
# sentence: Found Infinity, which is not JSON; wanted a finite number.
"""Infinity, which is not JSON."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"grow","params":{"row":Infinity,"col":0}}', flush=True)
sys.stdin.read()
