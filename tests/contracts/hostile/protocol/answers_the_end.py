# expect: ok
"""Answers the end of the match too, which nobody reads."""

import json
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
answer = "{}"
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "act":
        answer = json.dumps(message["state"]["legal_actions"][-1])
    print(answer, flush=True)
