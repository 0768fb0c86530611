# expect: crash
# sentence: The bot exited with code 1 while an action was awaited. Its last words: I know when I
# sentence: am beaten
"""Exits with a code and last words."""

import sys


def get_action(state, api):
    sys.exit("I know when I am beaten")
