# expect: malformed
# sentence: Found "\"{'action': 'pass', 'log': {...}}\"", wanted a JSON object.
"""A value that contains itself."""


def get_action(state, api):
    answer = {"action": "pass"}
    answer["log"] = answer
    return answer
