# expect: malformed
# sentence: In the answer: action is missing; found {"type": "act", "state": {"player_turn_idx": 0,
# sentence: "player_idx….
"""Becomes another program, which sends every request back."""

import os

os.read(0, 65536)
print('{"type":"ready"}', flush=True)
os.execv("/bin/cat", ["cat"])
