# expect: output or malformed or timeout; no-cgroup: ok
# says: flooded stdout|Found|were left|wall-clock; no-cgroup: refused: EPERM
"""Lets children share its stdout, so that lines are torn, while it plays itself."""

import errno
import json
import os
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    if message["type"] == "start":
        print('{"type":"ready"}', flush=True)
        continue
    try:
        if os.fork() == 0:
            while True:
                os.write(1, b"x" * 65_536)
    except OSError as error:
        print("refused:", errno.errorcode[error.errno], file=sys.stderr)
    print(json.dumps(message["state"]["legal_actions"][0]), flush=True)
