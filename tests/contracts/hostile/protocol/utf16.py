# expect: malformed
# sentence: Byte 1 of the line (0xFF) is not UTF-8; write UTF-8.
"""UTF-16 with its byte order mark."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
sys.stdout.buffer.write('{"action":"pass","params":{}}\n'.encode("utf-16"))
sys.stdout.buffer.flush()
sys.stdin.read()
