# expect: malformed
# sentence: In the answer: grow.\x1b]0;xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
# sentence: is not a key of this action; remove it.
"""Answers with a key without end that would steer the terminal of whoever reads of it."""


def get_action(state, api):
    return {**state["legal_actions"][0], "\x1b]0;" + "x" * 1000: 1}
