# expect: malformed
# sentence: The line holds a NUL character, which JSON does not allow.
"""UTF-16 without a byte order mark: every other byte is NUL."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
sys.stdout.buffer.write('{"action":"pass","params":{}}\n'.encode("utf-16-le"))
sys.stdout.buffer.flush()
sys.stdin.read()
