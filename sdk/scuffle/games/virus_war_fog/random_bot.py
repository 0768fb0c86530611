"""random: any legal action but a pass, each as likely as the others."""


def get_action(state, api):
    actions = [action for action in state["legal_actions"] if action["action"] != "pass"]
    return api.random.choice(actions)
