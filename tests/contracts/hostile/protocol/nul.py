# expect: malformed
# sentence: The line holds a NUL character, which JSON does not allow.
"""A NUL among the JSON."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
sys.stdout.buffer.write(b'{"action":\0"pass"}\n')
sys.stdout.buffer.flush()
sys.stdin.read()
