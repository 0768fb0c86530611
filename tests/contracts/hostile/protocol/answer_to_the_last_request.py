# expect: malformed
# sentence: Found the answer to request 0, wanted 1.
"""Each answer names the request before it."""

import json
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    answer = json.dumps(message["state"]["legal_actions"][-1])
    answer = json.loads(answer) | {"request": message["request"] - 1}
    print(json.dumps(answer), flush=True)
