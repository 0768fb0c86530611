# expect: ok
"""Plays well, and floods both streams when the match is over."""

import json
import os
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    if message["type"] == "start":
        print('{"type":"ready"}', flush=True)
    else:
        print(json.dumps(message["state"]["legal_actions"][0]), flush=True)
while True:
    os.write(2, b"x" * 65_536)
    os.write(1, b"x" * 65_536)
