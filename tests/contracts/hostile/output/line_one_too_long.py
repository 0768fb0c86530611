# expect: output
# says: flooded stdout: a line of more than 64 kB
"""Pads an answer with blanks to one byte more than a line may hold."""

import json
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
asked = json.loads(sys.stdin.readline())
print(json.dumps(asked["state"]["legal_actions"][0]).ljust((64 << 10) + 1), flush=True)
sys.stdin.readline()
