# expect: ok
"""A byte order mark on the first line, as some libraries write it."""

import json
import sys

sys.stdin.readline()
print('\ufeff{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    print(json.dumps(message["state"]["legal_actions"][-1]), flush=True)
