# expect: crash
# sentence: The bot exited with code 1 while an action was awaited. Its last words: return
# sentence: get_action(state, api) | [Previous line repeated 994 more times] | RecursionError:
# sentence: maximum recursion depth exceeded
"""Calls itself without end."""


def get_action(state, api):
    return get_action(state, api)
