# expect: crash
# sentence: The bot was killed by SIGINT while an action was awaited. Its last words: File
# sentence: "<bot>/main.py", line <n>, in get_action | raise KeyboardInterrupt | KeyboardInterrupt
"""Raises what no `except Exception` catches."""


def get_action(state, api):
    raise KeyboardInterrupt
