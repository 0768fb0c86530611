# expect: malformed
# sentence: Found two answers to one request, wanted one line for each request.
"""Two answers to one request."""

import json
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    answer = json.dumps(message["state"]["legal_actions"][-1])
    print(f"{answer}\n{answer}", flush=True)
