# expect: malformed
# sentence: Found two answers to one request, wanted one line for each request.
"""Two answers to one request, on their own and with its number."""

import json
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    answer = message["state"]["legal_actions"][-1] | {"request": message["request"]}
    for _ in range(2):
        print(json.dumps(answer), flush=True)
