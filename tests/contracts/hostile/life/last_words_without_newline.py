# expect: crash
# sentence: The bot exited with code 3 while an action was awaited. Its last words: so lo
"""Exits in the middle of its last words."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
sys.stderr.write("so lo")
sys.exit(3)
