# expect: ok
"""Pads every answer with blanks to exactly what a line may hold."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    answer = {"type": "ready"}
    if message["type"] == "act":
        answer = message["state"]["legal_actions"][0]
    print(json.dumps(answer).ljust(64 << 10), flush=True)
