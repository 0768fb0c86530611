# expect: ok
"""Reads its requests a byte at a time, which is slow and allowed."""

import json
import os


def read_line():
    line = b""
    while not line.endswith(b"\n"):
        if not (byte := os.read(0, 1)):
            raise SystemExit
        line += byte
    return json.loads(line)


read_line()
print('{"type":"ready"}', flush=True)
while (message := read_line())["type"] == "act":
    print(json.dumps(message["state"]["legal_actions"][-1]), flush=True)
