# expect: no-start
# sentence: The bot exited with code 1 before it was ready. Its last words: File "<bot>/main.py",
# sentence: line <n>, in setup | return 1 / 0 | ZeroDivisionError: division by zero
"""Raises in its setup."""


def setup(api):
    return 1 / 0


def get_action(state, api):
    return state["legal_actions"][0]
