# expect: malformed
# sentence: The line ends inside its JSON, after "{"; write the whole object on one line.
"""One object over several lines."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{\n  "action": "pass"\n}', flush=True)
sys.stdin.read()
