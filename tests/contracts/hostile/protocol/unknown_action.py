# expect: malformed
# sentence: In the answer: found action "fly", wanted one of grow, kill, pass.
"""An action that the game does not have."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"fly","params":{}}', flush=True)
sys.stdin.read()
