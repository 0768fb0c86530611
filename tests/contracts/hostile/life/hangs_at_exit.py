# expect: ok
"""Ignores every signal and the end of the match."""

import json
import signal
import sys
import time

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
sys.stdin.readline()
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        time.sleep(600)
    print(json.dumps(message["state"]["legal_actions"][-1]), flush=True)
