# expect: ok
"""Writes its answers a byte at a time."""

import json
import os
import sys


def say(text):
    for byte in text.encode() + b"\n":
        os.write(1, bytes([byte]))


sys.stdin.readline()
say('{"type":"ready"}')
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    say(json.dumps(message["state"]["legal_actions"][-1]))
