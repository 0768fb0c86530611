# expect: malformed
# sentence: The line ends inside its JSON, after "{\"action\":\"gr"; write the whole object on one
# sentence: line.
"""The first half of an object."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"gr', flush=True)
sys.stdin.read()
