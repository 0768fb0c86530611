# expect: crash
# sentence: The bot exited with code 0 while an action was awaited. It wrote nothing to stderr.
"""Answers once, then exits before the next request."""

import json
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
message = json.loads(sys.stdin.readline())
print(json.dumps(message["state"]["legal_actions"][-1]), flush=True)
