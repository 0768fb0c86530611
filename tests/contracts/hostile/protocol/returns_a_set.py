# expect: malformed
# sentence: Found a set: the bot returned what cannot be written as JSON,
# sentence: wanted a dict such as one of legal_actions.
"""A function that returns what JSON does not know."""


def get_action(state, api):
    return {"pass"}
