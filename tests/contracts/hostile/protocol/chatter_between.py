# expect: malformed
# sentence: Found "your turn" when nothing was asked; wanted one line for each request.
"""A word after every answer, on a line of its own."""

import json
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    answer = json.dumps(message["state"]["legal_actions"][-1])
    print(f"{answer}\nyour turn", flush=True)
