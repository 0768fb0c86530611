# expect: malformed
# sentence: The line starts with a byte order mark; only the first line may.
"""A byte order mark on the second line, where no editor puts one."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
sys.stdout.buffer.write(b'\xef\xbb\xbf{"action":"pass","params":{}}\n')
sys.stdout.buffer.flush()
sys.stdin.read()
