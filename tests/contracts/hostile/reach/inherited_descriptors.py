# expect: ok
# says: looked at all
"""Looks for descriptors that nobody meant to give it."""

import json
import os
import sys

sys.stdin.readline()
KINDS = {
    0o010000: "pipe",
    0o140000: "socket",
    0o100000: "file",
    0o040000: "folder",
    0o020000: "device",
}
for number in range(3, 256):
    try:
        kind = KINDS[os.fstat(number).st_mode & 0o170000]
    except OSError:
        continue
    print(f"HARM: descriptor {number} is a {kind}", file=sys.stderr)
print("looked at all", file=sys.stderr)
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    print(json.dumps(message["state"]["legal_actions"][0]), flush=True)
