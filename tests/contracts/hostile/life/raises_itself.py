# expect: crash
# sentence: The bot exited with code 1 while an action was awaited. Its last words: File
# sentence: "<bot>/main.py", line <n>, in get_action | raise Odd | main.Odd: <exception str()
# sentence: failed>
"""Raises what cannot be shown."""


class Odd(Exception):
    def __str__(self):
        raise ValueError("not even this")


def get_action(state, api):
    raise Odd
