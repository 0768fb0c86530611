# expect: malformed
# sentence: Found "ready", wanted one JSON object and nothing else on the line (write debug output
# sentence: to stderr).
"""ready, but not as JSON."""

import sys

sys.stdin.readline()
print("ready", flush=True)
sys.stdin.read()
