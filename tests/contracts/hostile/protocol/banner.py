# expect: malformed
# sentence: Found "DeepVirus 1.0 by nobody", wanted one JSON object and nothing else on the line
# sentence: (write debug output to stderr).
"""A greeting before ready, as engines print it."""

import sys

sys.stdin.readline()
print('DeepVirus 1.0 by nobody\n{"type":"ready"}', flush=True)
sys.stdin.read()
