# expect: malformed
# sentence: In the answer: found action "\u001b]0;title\u0007\u202e\x9b",
# sentence: wanted one of grow, kill, pass.
"""Answers with a name that would steer the terminal of whoever reads what was found."""


def get_action(state, api):
    return {"action": "\x1b]0;title\x07\u202e\x9b", "params": {}}
