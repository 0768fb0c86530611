# expect: illegal
# sentence: Found {"action":"grow","params":{"row":5,"col":5}}, which is not one of the 3 entries
# sentence: of legal_actions; send one of them back as it is, such as
# sentence: {"action":"grow","params":{"row":0,"col":1}}.
"""An action of the game that cannot be played now."""

import sys

sys.stdin.readline()
print('{"type":"ready"}', flush=True)
sys.stdin.readline()
print('{"action":"grow","params":{"row":5,"col":5}}', flush=True)
sys.stdin.read()
