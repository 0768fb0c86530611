# expect: crash
# sentence: The bot was killed by SIGABRT while an action was awaited. It wrote nothing to stderr.
"""Aborts, as a failed assertion in C does."""

import os


def get_action(state, api):
    os.abort()
