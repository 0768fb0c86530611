# expect: ok
# says: a tag was dropped
"""Fills every answer with marks and words, up to the longest line."""


def get_action(state, api):
    for number in range(200):
        api.tag(f"{number} " + "t" * 100)
    return {**state["legal_actions"][0], "log": "x" * 20_000}
