# expect: no-start
# sentence: The bot exited with code 1 before it was ready. Its last words: File "<bot>/main.py",
# sentence: line <n>, in <module> | import no_such_thing_anywhere | ModuleNotFoundError: No module
# sentence: named 'no_such_thing_anywhere'
"""Imports what is not there."""

import no_such_thing_anywhere


def get_action(state, api):
    return no_such_thing_anywhere.play(state)
