# expect: malformed or output
# says: Found|flooded stdout
"""Answers, and floods stdout from a thread while the opponent thinks."""

import json
import os
import sys
import threading


def flood():
    while True:
        os.write(1, b"x" * 60_000 + b"\n")


sys.stdin.readline()
print('{"type":"ready"}', flush=True)
asked = json.loads(sys.stdin.readline())
print(json.dumps(asked["state"]["legal_actions"][0]), flush=True)
threading.Thread(target=flood).start()
