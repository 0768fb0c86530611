# expect: malformed
# sentence: Found two answers to one request, wanted one line for each request.
"""Two answers to one request, the second when the next request may have been sent."""

import json
import sys
import time

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    answer = json.dumps(message["state"]["legal_actions"][-1])
    print(answer, flush=True)
    time.sleep(0.02)
    print(answer, flush=True)
