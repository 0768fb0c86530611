# expect: malformed
# sentence: Byte 12 of the line (0xC3) is not UTF-8; write UTF-8.
"""Bytes that are no UTF-8."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
sys.stdout.buffer.write(b'{"action":"\xc3\x28"}\n')
sys.stdout.buffer.flush()
sys.stdin.read()
