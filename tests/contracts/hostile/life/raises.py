# expect: crash
# sentence: The bot exited with code 1 while an action was awaited. Its last words: File
# sentence: "<bot>/main.py", line <n>, in get_action | return {}["key"] | KeyError: 'key'
"""Raises in the middle of a match."""


def get_action(state, api):
    return {}["key"]
