# expect: crash
# sentence: The bot exited with code 1 while an action was awaited. Its last words: no | no | no
"""Raises with a message of a hundred thousand lines."""


def get_action(state, api):
    raise ValueError("\n".join(["no"] * 100_000))
