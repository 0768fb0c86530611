# expect: crash
# sentence: The bot exited with code 1 while an action was awaited. Its last words:
# sentence: File "<bot>/main.py", line <n>, in get_action | raise RuntimeError(STEERS) |
# sentence: RuntimeError: \x1b[2J\x1b]0;title\x07 \u202e \x9b [/b]
"""Fails with words that would steer the terminal of whoever reads why."""

STEERS = "\x1b[2J\x1b]0;title\x07 \u202e \x9b [/b]"


def get_action(state, api):
    raise RuntimeError(STEERS)
