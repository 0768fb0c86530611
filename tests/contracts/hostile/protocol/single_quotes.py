# expect: malformed
# sentence: The line is not valid JSON: expecting property name enclosed in double quotes at
# sentence: character 2, near "{'action': ".
"""A Python dict as Python prints it."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print({"action": "pass"}, flush=True)
sys.stdin.read()
