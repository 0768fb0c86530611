# expect: ok
"""Empty lines before and after every answer."""

import json
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    answer = json.dumps(message["state"]["legal_actions"][-1])
    print(f"\n\r\n{answer}\n\n", flush=True)
