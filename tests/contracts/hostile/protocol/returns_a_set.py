# expect: malformed
# sentence: Found "\"{'pass'}\"", wanted a JSON object.
"""A function that returns what JSON does not know."""


def get_action(state, api):
    return {"pass"}
