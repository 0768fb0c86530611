# expect: malformed
# sentence: Found a dict that holds itself: the bot returned what cannot be written as JSON,
# sentence: wanted a dict such as one of legal_actions.
"""A value that contains itself."""


def get_action(state, api):
    answer = {"action": "pass"}
    answer["log"] = answer
    return answer
