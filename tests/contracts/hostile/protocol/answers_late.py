# expect: timeout
# sentence: The bot used <n> ms of CPU time while an action was awaited; <n> ms were left.
"""The right answer, after the clock ran out; it must not be taken for the next one."""

import json
import sys
import time

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    until = time.process_time() + message["time"]["bank_ms"] / 1000 * 1.2
    while time.process_time() < until:
        pass
    print(json.dumps(message["state"]["legal_actions"][-1]), flush=True)
