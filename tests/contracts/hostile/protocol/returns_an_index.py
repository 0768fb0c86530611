# expect: malformed
# sentence: Found "0", wanted a JSON object.
"""The number of a legal action instead of the action."""


def get_action(state, api):
    return 0
