# expect: malformed
# sentence: Found null: the bot returned nothing, wanted a JSON object.
"""A function that forgets its return."""


def get_action(state, api):
    state["legal_actions"][-1]
