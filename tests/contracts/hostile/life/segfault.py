# expect: crash
# sentence: The bot was killed by SIGSEGV while an action was awaited. It wrote nothing to stderr.
"""Reads where nothing is: a real segmentation fault."""

import ctypes


def get_action(state, api):
    return ctypes.string_at(0)
