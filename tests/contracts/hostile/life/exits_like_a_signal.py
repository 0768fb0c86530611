# expect: crash
# sentence: The bot was killed by SIGSEGV while an action was awaited. It wrote nothing to stderr.
"""Exits with the code by which shells tell a segmentation fault."""

import os


def get_action(state, api):
    os._exit(139)
