# expect: malformed or output
# says: two answers to one request|flooded stdout
"""Sends back its first legal action without end."""

import json
import os
import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
answer = json.dumps(json.loads(sys.stdin.readline())["state"]["legal_actions"][0]).encode() + b"\n"
while True:
    os.write(1, answer * 1_000)
