# expect: malformed
# sentence: Found "# nothing else to do" after the JSON object, wanted nothing else on the line.
"""Text after the JSON object."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"pass","params":{}} # nothing else to do', flush=True)
sys.stdin.read()
