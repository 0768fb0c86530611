# expect: crash
# sentence: The bot exited with code 0 while an action was awaited. It wrote nothing to stderr.
"""Says that it is ready, and exits in peace."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
