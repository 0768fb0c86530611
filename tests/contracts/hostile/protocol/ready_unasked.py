# expect: ok
"""Ready before it was asked: whoever starts with the first line cannot tell."""

import json
import sys

print('{"type":"ready"}', flush=True)
sys.stdin.readline()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    print(json.dumps(message["state"]["legal_actions"][-1]), flush=True)
