# expect: ok
"""Writes without end once the match has ended."""

import json
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    while message["type"] == "end":
        print("good game " * 1000)
        print("good game " * 1000, file=sys.stderr)
    print(json.dumps(message["state"]["legal_actions"][-1]), flush=True)
