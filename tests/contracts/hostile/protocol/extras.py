# expect: ok
"""Everything that an answer may carry."""

import json
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    answer = json.dumps(message["state"]["legal_actions"][-1])
    answer = json.loads(answer) | {"request": message["request"], "log": "hm", "tags": ["x" * 90]}
    print(json.dumps(answer), flush=True)
