# expect: no-start
# sentence: The bot exited with code 0 before it was ready. Its last words: nothing to see in
# sentence: <stdin>
"""Exits at once and in peace."""

import sys

print("nothing to see in", sys.stdin.name, file=sys.stderr)
