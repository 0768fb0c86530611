# expect: output
# sentence: The bot flooded stdout: a line of more than 64 kB.
"""One line of a megabyte."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"pass","params":{},"log":"' + "x" * 1_000_000 + '"}', flush=True)
sys.stdin.read()
