# expect: ok
"""Plain letters written as escapes."""

import json
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    answer = json.dumps(message["state"]["legal_actions"][-1])
    letters = "".join(
        f"\\u{ord(letter):04x}" for letter in message["state"]["legal_actions"][-1]["action"]
    )
    name = message["state"]["legal_actions"][-1]["action"]
    print(answer.replace(f'"{name}"', f'"{letters}"'), flush=True)
